import type { ApiResponse } from '../../../src/deployment/transport.ts';
import { asking, instead, showing, showingAgent, withToken } from '../breaks.ts';
import {
  count,
  expiredToken,
  faultsOf,
  isCompleted,
  isOwn,
  isStatus,
  ownToken,
  query,
  tokenOf,
  written,
  type Answered,
  type Break,
  type Call,
} from '../fault.ts';

/** Gives an answer again for two seconds, unless something else was done meanwhile. */
const cached =
  (operation: Call['operation'], isStale: (call: Call, since: readonly Answered[]) => boolean) => (): Break => {
    const kept = new Map<string, { readonly response: ApiResponse; readonly at: number; readonly seen: number }>();
    return {
      before: async (call) => {
        if (call.operation !== operation || !isOwn(call)) return;
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
export const times = faultsOf({
  'create-agent.update.partial': {
    'created_on is set anew by the second update': showingAgent(({ basic_details }, call) => {
      if (written(call).length > 2) basic_details.created_on = basic_details.updated_on;
    }),
  },
  'agent.basic-details.timestamps': {
    'after agent/update updated_on is in local time': showingAgent(({ basic_details }, call) => {
      const isLast = written(call).at(-1)?.operation === 'updateAgent';
      if (isLast) basic_details.updated_on = basic_details.updated_on.replace('Z', '+02:00');
    }),
    'agents that a form made were created at a day alone': showingAgent(({ basic_details }, call) => {
      if (written(call)[0]?.operation === 'createAgentOrUpdate') {
        basic_details.created_on = basic_details.created_on.slice(0, 10);
      }
    }),
  },
  'get-by-id.envelope': {
    'from the twentieth read on the timestamp is in seconds': showing('getAgent', (body, call) => {
      if (count(call, 'getAgent') >= 20) body.timestamp = Math.trunc(body.timestamp / 1000);
    }),
  },
  'voice-list.envelope': {
    'the timestamp of an empty list of voices is a text': showing('listVoices', (body) => {
      if (body.data.voices.length === 0) body.timestamp = String(body.timestamp);
    }),
  },
  'agent.last-modified': {
    'after the third change last_modified is a timestamp': showingAgent((data, call) => {
      if (written(call).length > 3) data.last_modified = data.basic_details.updated_on;
    }),
  },
  'agent-update.effect': {
    'what agent/update changed shows two seconds later': cached('getAgent', (_, since) =>
      since.every(({ operation }) => operation !== 'createAgent' && operation !== 'createAgentOrUpdate'),
    ),
  },
  'create-agent.unpublish': {
    'an unpublished agent shows two seconds later': cached('getAgent', (call, since) =>
      since.some((each) => isStatus(each, 3) && each.agent === call.agent),
    ),
  },
  'agent.deleted.not-returned': {
    'an agent that is deleted while it is published shows for two seconds': cached('getAgent', (call, since) => {
      const isPublished = written(call).some(({ sent }) => sent.status === 1);
      return isPublished && since.some((each) => isStatus(each, 2) && each.agent === call.agent);
    }),
  },
  'campaign.force-complete.halts': {
    'a list that was read shortly before the force completion stays': cached('listAudience', (call) =>
      isCompleted(call, Number(query(call, 'campaign_id'))),
    ),
  },
  'audience-list.response': {
    'the token expires for the audience after 25 lists': instead(
      'listAudience',
      (call) => count(call, 'listAudience') >= 25,
      'audience-list.unauthorized',
    ),
  },
  'verify.valid': {
    'the token expires for verify after five times': instead(
      'verifyToken',
      (call) => count(call, 'verifyToken') >= 5,
      'verify.unauthorized',
    ),
  },
  'voice-list.unauthorized': {
    'an expired token lists voices right after a valid one': {
      ...asking('listVoices', (call) => {
        const last = call.past.at(-1);
        const isRight = last?.operation === 'listVoices' && last.status === 200;
        return isRight && tokenOf(call) === expiredToken && withToken(call.request, ownToken);
      }),
    },
  },
  'get-token.invalid-login-token': {
    'an expired login token gets the token right after a valid one': {
      ...asking('getToken', (call) => {
        const last = call.past.findLast(({ operation }) => operation === 'getToken');
        return last?.status === 200 && tokenOf(call) === 'login-expired' && withToken(call.request, 'login-acme');
      }),
    },
  },
});
