import type { ApiResponse } from '../../../src/deployment/transport.ts';
import type { ProviderFault } from '../provider-fault.ts';
import { asking, instead, refused, showing, showingAgent, withToken } from './breaks.ts';
import { broken, type Break } from './broken-provider.ts';
import {
  count,
  isCompleted,
  isStatus,
  query,
  tokenOf,
  written,
  expiredToken,
  ownToken,
  type Answered,
  type Call,
} from './call.ts';

/** Gives an answer again for two seconds, unless something else was done meanwhile. */
const cached =
  (operation: Call['operation'], isStale: (call: Call, since: readonly Answered[]) => boolean) => (): Break => {
    const kept = new Map<string, { readonly response: ApiResponse; readonly at: number; readonly seen: number }>();
    return {
      before: async (call) => {
        if (call.operation !== operation || tokenOf(call) !== ownToken) return;
        const key = JSON.stringify(call.request.query);
        const last = kept.get(key);
        if (last !== undefined && Date.now() - last.at < 2000 && isStale(call, call.past.slice(last.seen))) {
          return last.response;
        }
        const response = await call.correct(call.request);
        if (response.status === 200) kept.set(key, { response, at: Date.now(), seen: call.past.length });
        return response;
      },
    };
  };

/** What shows only after some time, or so many requests. */
export const times: readonly ProviderFault[] = [
  broken(
    'created_on is set anew by the second update',
    'create-agent.update.partial',
    showingAgent(({ basic_details }, call) => {
      if (written(call).length > 2) basic_details.created_on = basic_details.updated_on;
    }),
  ),
  broken(
    'after agent/update updated_on is in local time',
    'agent.basic-details.timestamps',
    showingAgent(({ basic_details }, call) => {
      const isLast = written(call).at(-1)?.operation === 'updateAgent';
      if (isLast) basic_details.updated_on = basic_details.updated_on.replace('Z', '+02:00');
    }),
  ),
  broken(
    'agents that a form made were created at a day alone',
    'agent.basic-details.timestamps',
    showingAgent(({ basic_details }, call) => {
      if (written(call)[0]?.operation === 'createAgentOrUpdate') {
        basic_details.created_on = basic_details.created_on.slice(0, 10);
      }
    }),
  ),
  broken(
    'from the twentieth read on the timestamp is in seconds',
    'get-by-id.envelope',
    showing('getAgent', (body, call) => {
      if (count(call, 'getAgent') >= 20) body.timestamp = Math.trunc(body.timestamp / 1000);
    }),
  ),
  broken(
    'the timestamp of an empty list of voices is a text',
    'voice-list.envelope',
    showing('listVoices', (body) => {
      if (body.data.voices.length === 0) body.timestamp = String(body.timestamp);
    }),
  ),
  broken(
    'after the third change last_modified is a timestamp',
    'agent.last-modified',
    showingAgent((data, call) => {
      if (written(call).length > 3) data.last_modified = data.basic_details.updated_on;
    }),
  ),
  broken(
    'what agent/update changed shows two seconds later',
    'agent-update.effect',
    cached('getAgent', (_, since) =>
      since.every(({ operation }) => operation !== 'createAgent' && operation !== 'createAgentOrUpdate'),
    ),
  ),
  broken(
    'an unpublished agent shows two seconds later',
    'create-agent.unpublish',
    cached('getAgent', (call, since) => since.some((each) => isStatus(each, 3) && each.agent === call.agent)),
  ),
  broken(
    'an agent that is deleted while it is published shows for two seconds',
    'agent.deleted.not-returned',
    cached('getAgent', (call, since) => {
      const isPublished = written(call).some(({ sent }) => sent.status === 1);
      return isPublished && since.some((each) => isStatus(each, 2) && each.agent === call.agent);
    }),
  ),
  broken(
    'a list that was read shortly before the force completion stays',
    'campaign.force-complete.halts',
    cached('listAudience', (call) => isCompleted(call, Number(query(call, 'campaign_id')))),
  ),
  broken(
    'the token expires for the audience after 25 lists',
    'audience-list.response',
    instead(
      'listAudience',
      (call) => count(call, 'listAudience') >= 25,
      refused(401, 'Invalid Auth Key or Session Expired'),
    ),
  ),
  broken(
    'the token expires for verify after five times',
    'verify.valid',
    instead('verifyToken', (call) => count(call, 'verifyToken') >= 5, refused(401, 'Invalid token')),
  ),
  broken('an expired token lists voices right after a valid one', 'voice-list.unauthorized', {
    ...asking('listVoices', (call) => {
      const last = call.past.at(-1);
      const isRight = last?.operation === 'listVoices' && last.status === 200;
      return isRight && tokenOf(call) === expiredToken && withToken(call.request, ownToken);
    }),
  }),
  broken('an expired login token gets the token right after a valid one', 'get-token.invalid-login-token', {
    ...asking('getToken', (call) => {
      const last = call.past.findLast(({ operation }) => operation === 'getToken');
      return last?.status === 200 && tokenOf(call) === 'login-expired' && withToken(call.request, 'login-acme');
    }),
  }),
];
