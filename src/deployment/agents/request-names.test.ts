import { expect, it } from 'vitest';
import type { ApiRequest } from '../transport.ts';
import { idsNamed, withoutCounter } from './request-names.ts';

const nothing: ApiRequest = { operation: 'createAgent', query: [], headers: {}, body: { kind: 'none' } };
const json = (agent_id: unknown): Partial<ApiRequest> => ({ body: { kind: 'json', value: { agent_id } } });
const raw = (text: string): Partial<ApiRequest> => ({ body: { kind: 'raw', contentType: null, text } });

it.each<[string, Partial<ApiRequest>, readonly number[]]>([
  ['a number', json(1004), [1004]],
  ['a text', json('1004'), [1004]],
  ['a text with more', json(' 1004abc'), [1004]],
  ['a fraction', json(1003.5), [1003, 1004]],
  ['a negative number', json(-1004), [1004]],
  ['an exponent', json('1e3'), [1000, 1]],
  ['a list', json([1004, { id: 1005 }]), [1004, 1005]],
  ['nothing', json(null), []],
  ['an object without one', json({}), []],
  ['the query', { query: [['agent_id', '7']] }, [7]],
  ['a list in the query', { query: [['agent_id[]', '7']] }, [7]],
  ['a form', { body: { kind: 'form', parts: [{ name: 'agent_id', value: '7' }] } }, [7]],
  ['broken JSON', raw('{"agent_id": 1004, "agent_name": "x'), [1004]],
  ['a form by hand', raw('--x\r\nContent-Disposition: form-data; name="agent_id"\r\n\r\n1004\r\n--x--'), [1004]],
  ['an encoded form', raw('agent_id=1004&status=2'), [1004]],
])('finds every number that %s could be read as', (_what, part, numbers) => {
  expect([...idsNamed({ ...nothing, ...part }, 'agent_id').numbers].sort()).toEqual([...numbers].sort());
});

it('finds a UUID, and no number in it', () => {
  const uuid = '00000000-0000-4000-8000-000000001004';
  expect(idsNamed({ ...nothing, ...json(`${uuid}0`) }, 'agent_id')).toEqual({ numbers: [], uuids: [uuid] });
});

it('knows a name with a counter behind it', () => {
  for (const counted of ['Nora (2)', 'Nora-2', 'Nora copy']) expect(withoutCounter(counted, 'Nora')).toBe('Nora');
  for (const other of ['Nora2', 'Nora (two)', 'Norah (2)']) expect(withoutCounter(other, 'Nora')).toBe(other);
});
