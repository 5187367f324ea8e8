import { expect, it } from 'vitest';
import { checked, prepareWorlds, type HandlerWorld } from '../../testing/handler-world.ts';
import { tokens } from '../../testing/well-known.ts';
import type { OperationAnswer } from '../handler.ts';
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

async function get(world: HandlerWorld): Promise<OperationAnswer<'getToken'>> {
  const { caller } = world;
  return getToken({ caller, query: checked({}), body: checked({}), files: {}, messages: {}, mockAddress: '' }, world);
}
