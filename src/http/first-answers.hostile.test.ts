import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startServe } from '../testing/serve-process.ts';
import { tokens } from '../testing/well-known.ts';

const agent = '/api/v1/global/agents/get-by-id?agent_id=1004';
const form = (): FormData => {
  const parts = new FormData();
  parts.set('basic_details[agent_name]', 'Uploader');
  parts.set('FILE_KNOWLEDGE_BASES', new Blob(['a,b\n1,2\n']), 'a.csv');
  return parts;
};
const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const FIRST: readonly [what: string, path: string, init: RequestInit][] = [
  ['answer', agent, { headers: { token: tokens.acme } }],
  ['preferred status', agent, { headers: { prefer: 'code=404' } }],
  ['generated answer', agent, { headers: { prefer: 'dynamic=true' } }],
  ['upload', '/api/agent/createagentorupdate', { method: 'POST', headers: { token: tokens.acme }, body: form() }],
  ['event of the stream', '/__mock/journal/stream', {}],
  ['page of the console', '/', {}],
  ['page of the docs', '/__mock/docs', {}],
  ['document', '/__mock/openapi.yaml', {}],
  ['fault', '/__mock/faults', json({ preset: 'flaky' })],
  ['dialling', '/__mock/campaigns/5001/dial', json({ until: 'done' })],
];

/** The processor time of a process so far, in milliseconds. */
function processorTime(pid: number): number {
  const [user = '', system = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11) ?? [];
  return (Number(user) + Number(system)) * 10;
}

it.skipIf(process.platform !== 'linux').each(FIRST)(
  'the first %s after a start takes less than 300 ms of processor time',
  async (_, path, init) => {
    const server = await startServe(512, ['--log-level', 'silent']);
    try {
      await sleep(300);
      const before = processorTime(server.pid);
      const ending = new AbortController();
      const answer = await fetch(`${server.url}${path}`, { ...init, signal: ending.signal });
      expect(answer.status).toBeLessThan(405);
      await answer.body?.getReader().read();
      ending.abort();
      await sleep(200);
      expect(processorTime(server.pid) - before).toBeLessThan(300);
    } finally {
      await server.stop();
    }
  },
);
