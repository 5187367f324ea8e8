import { nothingLeft } from '../../json/json-value.ts';
import type { components } from '../../document/control-types.gen.ts';
import type { TokenRecord, UserRecord, WorkspaceRecord } from '../../domain/records.ts';
import { isValidToken } from '../../domain/choices/rules.ts';
import type { World } from '../../worlds/world.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import type { ControlHandler } from '../control-handler.ts';
import type { View } from '../../store/state/root.ts';
import { existing, requestedTime, timeAfter } from '../worlds/world-views.ts';

type Schemas = components['schemas'];

const collections = { api: 'api_tokens', login: 'login_tokens' } as const;
type TokenKind = keyof typeof collections;
const kinds: readonly TokenKind[] = ['api', 'login'];

export const login: ControlHandler<'login'> = async ({ body }, { world }) => ({
  status: 201,
  body: await issue(world, 'login', body),
});

export const createToken: ControlHandler<'createToken'> = async ({ body }, { world }) => ({
  status: 201,
  body: await issue(world, 'api', body),
});

export const listTokens: ControlHandler<'listTokens'> = ({ query }, { world, view }) => {
  const tokens = kinds
    .filter((kind) => query.kind === undefined || query.kind === kind)
    .flatMap((kind) => [...view.all(collections[kind])].map((token) => tokenView(view, kind, token, world)))
    .filter((token) => query.workspace_id === undefined || query.workspace_id === token.workspace_id)
    .sort((one, other) => one.created_on.localeCompare(other.created_on));
  return { status: 200, body: { tokens } };
};

export const revokeToken: ControlHandler<'revokeToken'> = async ({ path }, { world, view }) => {
  const found = kinds.find((candidate) => view.get(collections[candidate], path.token) !== undefined);
  const kind = existing(found, 'such token', 'token');
  await world.store.commit([view.remove(collections[kind], path.token)]);
  return { status: 204 };
};

export const listWorkspaces: ControlHandler<'listWorkspaces'> = (_, { view }) => {
  const workspaces = [...view.all('workspaces')].map((workspace) => workspaceView(view, workspace));
  return { status: 200, body: { workspaces } };
};

export const createWorkspace: ControlHandler<'createWorkspace'> = async ({ body }, { world, view }) => {
  const all = [...view.all('providers')];
  const {
    name,
    company_id,
    providers = all.filter(({ workspace_ids }) => workspace_ids.length > 0).map((provider) => provider.id),
    voice_analysis = false,
    ...rest
  } = body;
  nothingLeft(rest);
  const stranger = providers.findIndex((provider) => view.get('providers', provider) === undefined);
  if (stranger >= 0) {
    const field = `providers.${stranger}`;
    throw new Problem(400, `${field} must be one of ${all.map(({ id }) => id).join(', ')}.`, field);
  }
  const id = world.store.nextId('workspaces');
  const workspace: WorkspaceRecord = { id, name, company_id: company_id ?? id, voice_analysis };
  const setUp = all
    .filter((provider) => providers.includes(provider.id))
    .map((provider) => view.put('providers', { ...provider, workspace_ids: [...provider.workspace_ids, id] }));
  await world.store.commit([view.put('workspaces', workspace), ...setUp]);
  return { status: 201, body: workspaceView(world.store.view(), workspace) };
};

export const listUsers: ControlHandler<'listUsers'> = ({ query }, { view }) => {
  const { workspace_id: workspaceId } = query;
  const users = workspaceId === undefined ? [...view.all('users')] : view.find('users', 'workspace_id', workspaceId);
  return { status: 200, body: { users } };
};

export const createUser: ControlHandler<'createUser'> = async ({ body }, { world, view }) => {
  const { workspace_id: workspaceId, first_name, last_name, email, ...rest } = body;
  nothingLeft(rest);
  existing(view.get('workspaces', workspaceId), `workspace ${workspaceId}`, 'workspace_id', 400);
  if (userByEmail(view, email) !== undefined) {
    throw new Problem(400, `${email} is another user's address.`, 'email');
  }
  const id = world.store.nextId('users');
  const record: UserRecord = { id, workspace_id: workspaceId, first_name, last_name, email };
  await world.store.commit([view.expect('workspaces', workspaceId), view.put('users', record)]);
  return { status: 201, body: record };
};

function userByEmail(view: View, email: string): UserRecord | undefined {
  return [...view.all('users')].find((user) => user.email.toLowerCase() === email.toLowerCase());
}

async function issue(world: World, kind: TokenKind, asked: Schemas['NewToken']): Promise<Schemas['Token']> {
  const { expires_in: duration, expires_on: moment, email, user_id, ...rest } = asked;
  nothingLeft(rest);
  const view = world.store.view();
  const user = namedUser(view, email, user_id);
  const now = world.clock.now();
  const after = duration === undefined ? null : timeAfter(now, duration, 'expires_in');
  const expiry = moment === undefined ? after : requestedTime(moment, 'expires_on');
  const record: TokenRecord = {
    id: freshToken(world, view),
    user_id: user.id,
    workspace_id: user.workspace_id,
    created_on: now.toISOString(),
    expires_on: expiry?.toISOString() ?? null,
  };
  await world.store.commit([view.put(collections[kind], record)]);
  return tokenView(view, kind, record, world);
}

function namedUser(view: View, email: string | undefined, id: number | undefined): UserRecord {
  const [field, name] = id === undefined ? (['email', email] as const) : (['user_id', id] as const);
  if (name === undefined) throw new Problem(400, 'email or user_id is required.', 'email');
  const user = typeof name === 'string' ? userByEmail(view, name) : view.get('users', name);
  return existing(user, `user ${name}`, field);
}

/** Drawn from the world's chance, so that equal worlds give equal tokens: they open nothing but a mock. */
function freshToken(world: World, view: View): string {
  for (;;) {
    const token = Array.from({ length: 64 }, () => Math.floor(world.random.next() * 16).toString(16)).join('');
    if (kinds.every((kind) => view.get(collections[kind], token) === undefined)) return token;
  }
}

function tokenView(view: View, kind: TokenKind, token: TokenRecord, world: World): Schemas['Token'] {
  return {
    token: token.id,
    kind,
    user_id: token.user_id,
    email: view.get('users', token.user_id)?.email ?? '',
    workspace_id: token.workspace_id,
    created_on: token.created_on,
    expires_on: token.expires_on,
    is_valid: isValidToken(token, world.clock.now()),
  };
}

function workspaceView(view: View, workspace: WorkspaceRecord): Schemas['Workspace'] {
  const { id, name, company_id, voice_analysis } = workspace;
  const providers = [...view.all('providers')].filter((provider) => provider.workspace_ids.includes(id));
  return { id, name, company_id, voice_analysis, providers: providers.map((provider) => provider.id).sort() };
}
