import { expect, it } from 'vitest';
import { checked, prepareWorlds, worldTime, type HandlerWorld } from '../../testing/handler-world.ts';
import { tokens } from '../../testing/well-known.ts';
import { authenticate } from '../caller.ts';
import type { OperationAnswer } from '../handler.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { getToken, verifyToken } from './tokens.ts';

const freshWorld = await prepareWorlds();

it('says that a token is valid', async () => {
  const world = freshWorld();
  const messages = { valid: 'valid' };
  const request = { caller: world.caller, query: checked({}), body: checked({}), files: {}, mockAddress: '', messages };
  expect(await verifyToken(request, world)).toEqual({
    clause: 'verify.valid',
    body: { error: false, code: 200, message: 'valid', data: {} },
  });
});

it('gives the most recent token of the caller, and refuses if there is none', async () => {
  const world = freshWorld();
  expect(await get(world)).toEqual({
    clause: 'get-token.most-recent',
    body: { token: tokens.acme, email: 'owner@acme.example', workspace_name: 'Acme Outreach' },
  });
  const view = world.store.view();
  await world.store.commit(
    view.find('api_tokens', 'user_id', 1).map(({ id }) => world.store.view().remove('api_tokens', id)),
  );
  await expect(get(world)).rejects.toMatchObject({ name: 'Refusal', clause: 'get-token.no-api-token-found' });
});

it('takes an empty header as absent, or as the one that counts, if so chosen', () => {
  const headers = { token: '', api_access_token: tokens.acme };
  const operation = loadContractDocument().operations.get('getAgent');
  if (operation === undefined) throw new Error('The document has no getAgent.');
  for (const choice of ['absent', 'count'] as const) {
    const { store, rules } = freshWorld({ 'auth.empty-headers': choice });
    const known = () => authenticate(operation, headers, store.view(), worldTime, rules).workspace.id;
    if (choice === 'absent') expect(known()).toBe(101);
    else expect(known).toThrow(expect.objectContaining({ clause: operation.tokenMissingRefusal }));
  }
});

async function get(world: HandlerWorld): Promise<OperationAnswer<'getToken'>> {
  const { caller } = world;
  return getToken({ caller, query: checked({}), body: checked({}), files: {}, messages: {}, mockAddress: '' }, world);
}
