import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { eitherCaller, isAlike, isDone, isRefused, unknownToken, uuidOf } from './answers.ts';
import { unverifiedBody, verifiedBody } from '../../src/judge/learn/readings.ts';
import { absentAgent, absentCampaign } from '../absent-ids.ts';
import { isObject } from '../../src/json/json-value.ts';

const foreignParts = (['status', 'message', 'code'] as const).map(
  (part) => `workspace.foreign-is-missing.${part}` as const,
);

/** How callers are known, and what the operations of tokens answer. */
export const callerExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'verify',
      effect: 'none',
      decides: [
        'verify.success.body',
        'verify.unauthorized.body',
        'errors.shape.verifyToken',
        'errors.code.verifyToken',
      ],
    },
    async (api, findings) => {
      const valid = await api.call('verifyToken', { json: {} });
      findings.decide('verify.success.body', verifiedBody(valid), valid);
      const bad = await api.call('verifyToken', { json: {}, token: unknownToken });
      findings.decide('verify.unauthorized.body', unverifiedBody(bad, api.document), bad);
      findings.refused('verify.unauthorized', bad);
    },
  ),
  experiment(
    { title: 'verify with a login token', effect: 'none', needs: ['login.token'], decides: ['verify.login-token'] },
    async (api, findings) => {
      const answer = await api.call('verifyToken', { json: {}, token: api.settings.login?.token ?? '' });
      findings.decide('verify.login-token', eitherCaller(answer, 'valid', 'refused'), answer);
    },
  ),
  experiment(
    {
      title: 'get-token with a query and with a body',
      effect: 'none',
      needs: ['login.token'],
      decides: ['get-token.nothing-else'],
    },
    async (api, findings) => {
      const plain = await api.call('getToken');
      await api.call('getToken');
      if (!isDone(plain)) return api.notVerified(`get-token is answered with ${plain.status}`, 'login.token');
      const query = await api.call('getToken', { query: { color: 'red' } });
      const body = await api.call('getToken', { json: { color: 'red' } });
      const [takesQuery, takesBody] = [query, body].map((answer) => eitherCaller(answer, isDone(answer), undefined));
      const refusesEveryQuery = findings
        .sightsOf('request.unknown-query')
        .some((seen) => 'alternative' in seen && seen.alternative === 'refused');
      // A parameter may be refused because every operation refuses it.
      const isIgnored = takesBody === true && (takesQuery === true || refusesEveryQuery);
      const isRefused = takesBody === false && takesQuery === false;
      const decided = isIgnored ? 'ignored' : isRefused ? 'refused' : undefined;
      findings.decide('get-token.nothing-else', decided, takesQuery === takesBody ? query : body);
    },
  ),
  experiment(
    {
      title: 'the refusals of get-token',
      effect: 'none',
      decides: ['errors.shape.getToken'],
      refusals: ['get-token.login-token-required', 'get-token.invalid-login-token'],
    },
    async (api, findings) => {
      findings.refused('get-token.login-token-required', await api.call('getToken', { token: null }));
      findings.refused('get-token.invalid-login-token', await api.call('getToken', { token: unknownToken }));
    },
  ),
  experiment(
    {
      title: 'get-token of an account without an API token',
      effect: 'none',
      needs: ['login.token_without_api_token'],
      decides: [],
      refusals: ['get-token.no-api-token-found'],
    },
    async (api, findings) => {
      const token = api.settings.login?.token_without_api_token ?? '';
      findings.refused('get-token.no-api-token-found', await api.call('getToken', { token }));
    },
  ),
  experiment(
    { title: 'api_access_token where it is not documented', effect: 'none', decides: ['auth.api-access-token'] },
    async (api, findings) => {
      const auth = { api_access_token: api.settings.token };
      const verified = await api.call('verifyToken', { json: {}, auth });
      findings.decide('auth.api-access-token', eitherCaller(verified, 'every', 'documented'), verified);
      const listed = await api.call('listAudience', { query: { campaign_id: await absentCampaign(api) }, auth });
      findings.decide('auth.api-access-token', eitherCaller(listed, 'every', 'documented'), listed);
    },
  ),
  experiment(
    { title: 'the token in Authorization', effect: 'none', decides: ['auth.authorization.campaigns'] },
    async (api, findings) => {
      const query = { campaign_id: await absentCampaign(api) };
      const ask = (authorization: string) => api.call('listAudience', { query, auth: { authorization } });
      const bare = await ask(api.settings.token);
      const bearer = await ask(`Bearer ${api.settings.token}`);
      const takes = [bare, bearer].map((answer) => eitherCaller(answer, true, false));
      const decided =
        takes[0] === true ? (takes[1] === true ? 'bare-or-bearer' : 'bare') : takes[1] === true ? 'bearer' : 'neither';
      findings.decide('auth.authorization.campaigns', decided, decided === 'bearer' ? bearer : bare);
    },
  ),
  experiment(
    {
      title: 'a bare token in Authorization of agent/update',
      effect: 'reversible',
      needs: ['agents.uuid'],
      decides: ['auth.authorization.agent-update'],
    },
    async (api, findings) => {
      const json = { agent_id: uuidOf(api, await absentAgent(api)) };
      const bearer = await api.call('updateAgent', { json });
      if (!isRefused(bearer)) api.notVerified(`agent/update of an agent that is not there answered ${bearer.status}`);
      const bare = await api.call('updateAgent', { json, auth: { authorization: api.settings.token } });
      findings.decide('auth.authorization.agent-update', eitherCaller(bare, 'bare-or-bearer', 'bearer'), bare);
    },
  ),
  experiment(
    {
      title: 'two tokens, one good and one bad',
      effect: 'reversible',
      needs: ['agents.uuid'],
      decides: ['auth.precedence'],
    },
    async (api, findings) => {
      const [good, bad] = [api.settings.token, unknownToken];
      const query = { agent_id: await absentAgent(api) };
      const json = { agent_id: uuidOf(api, query.agent_id) };
      const wins = async (ask: (first: string, second: string) => ReturnType<typeof api.call>) => {
        const first = eitherCaller(await ask(good, bad), true, false);
        const second = eitherCaller(await ask(bad, good), true, false);
        return first === second ? undefined : first ? 'first' : 'second';
      };
      const access = await wins((token, api_access_token) =>
        api.call('getAgent', { query, auth: { token, api_access_token } }),
      );
      const bearer = await wins((token, other) =>
        api.call('updateAgent', { json, auth: { token, authorization: `Bearer ${other}` } }),
      );
      const orders = {
        'first first': 'token-first',
        'first second': 'authorization-first',
        'second first': 'access-token-first',
      } as const;
      const [last] = api.answers.slice(-1);
      const order = `${access ?? 'both'} ${bearer ?? 'both'}` as keyof typeof orders;
      if (last !== undefined) findings.decide('auth.precedence', orders[order], last.answer, order);
    },
  ),
  experiment(
    {
      title: 'an API token that is not the newest',
      effect: 'none',
      needs: ['login.older_api_token'],
      decides: ['auth.valid-tokens'],
    },
    async (api, findings) => {
      const answer = await api.call('verifyToken', { json: {}, token: api.settings.login?.older_api_token ?? '' });
      findings.decide('auth.valid-tokens', eitherCaller(answer, 'every', 'newest'), answer);
    },
  ),
  experiment(
    {
      title: 'a campaign of another workspace',
      effect: 'none',
      needs: ['campaigns.foreign'],
      decides: ['workspace.foreign'],
      refusals: ['workspace.foreign-is-missing'],
    },
    async (api, findings) => {
      const missing = await api.call('listAudience', { query: { campaign_id: await absentCampaign(api) } });
      const campaign_id = api.settings.campaigns?.foreign ?? 0;
      const foreign = await api.call('listAudience', { query: { campaign_id } });
      if (!isRefused(foreign)) api.notVerified(`it is answered with ${foreign.status}`, 'campaigns.foreign');
      const decided = isAlike(missing, foreign) ? 'missing' : isObject(foreign.body) ? 'forbidden' : undefined;
      findings.decide('workspace.foreign', decided, foreign);
      if (decided === 'forbidden') findings.refused('workspace.foreign-is-missing', foreign);
      else findings.hidden(foreignParts, 'it is answered as one that does not exist');
    },
  ),
];
