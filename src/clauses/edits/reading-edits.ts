import type { OperationId } from '../../document/names.gen.ts';
import type { OperationReading, ParameterReading } from '../../document/read/reading-rules.ts';
import { asItStands, draftIn } from './document-draft.ts';
import type { EditsOf, DraftValue, Edit } from './document-draft.ts';

const jsonOperations = ['createAgent', 'updateAgent', 'forceCompleteCampaign', 'verifyToken'] as const;
const textMembers = ['agent_name', 'description', 'prompt', 'timezone', 'greeting', 'session_data_webhook'];
const sections = ['voice', 'speech_to_text', 'llm', 'configurations'];
const numberFilters = ['status', 'attempt'];

/** How requests are read, and in which headers a token is taken. */
export const readingEdits = {
  'request.unknown-query': { ignored: asItStands, refused: refusing('query-parameter', null) },
  'request.unknown-member': {
    ignored: asItStands,
    refused: refusing('body-member', ['createAgentOrUpdate', 'updateAgent', 'forceCompleteCampaign', 'verifyToken']),
  },
  'create-agent.field.unknown': { ignored: asItStands, refused: refusing('body-member', ['createAgent']) },
  'createagentorupdate.files.unknown-field': {
    ignored: asItStands,
    refused: refusing('file-field', ['createAgentOrUpdate']),
  },
  'get-token.nothing-else': {
    ignored: asItStands,
    refused: (draft) => {
      refusing('query-parameter', ['getToken'])(draft);
      refusing('body', ['getToken'])(draft);
    },
  },
  'errors.body.absent': { 'empty-object': asItStands, unreadable: reading(jsonOperations, { takesNoBody: false }) },
  'errors.body.content-type': { taken: asItStands, refused: reading(jsonOperations, { needsContentType: true }) },
  'errors.body.limit': {
    'one-megabyte': asItStands,
    'hundred-kilobytes': bodyLimit(100 * 2 ** 10),
    'ten-megabytes': bodyLimit(10 * 2 ** 20),
  },
  'create-agent.field.type': {
    refused: asItStands,
    converted: reading(['createAgent'], { converts: [...textMembers, ...sections] }),
  },
  'create-agent.field.null': {
    refused: asItStands,
    ignored: reading(['createAgent'], { ignoresNull: [...textMembers, ...sections] }),
  },
  'create-agent.status.text': { refused: asItStands, taken: reading(['createAgent'], { converts: ['status'] }) },
  'agent-update.field.type': {
    refused: asItStands,
    converted: reading(['updateAgent'], { converts: ['name', 'language'] }),
  },
  'campaign-force-completed.campaign-id.text': {
    refused: asItStands,
    taken: reading(['forceCompleteCampaign'], { converts: ['campaign_id'] }),
  },
  'campaign-force-completed.campaign-status.case': {
    exact: asItStands,
    any: reading(['forceCompleteCampaign'], { ignoresCase: ['campaign_status'] }),
  },
  'createagentorupdate.lists.bare': {
    taken: asItStands,
    refused: reading(['createAgentOrUpdate'], { takesBareLists: false }),
  },
  'createagentorupdate.lists.empty': {
    'empty-list': asItStands,
    'one-value': reading(['createAgentOrUpdate'], { emptiesLists: false }),
  },
  'createagentorupdate.booleans': {
    'every-spelling': asItStands,
    words: reading(['createAgentOrUpdate'], { booleans: ['true', 'false'] }),
  },
  'verify.login-token': { refused: asItStands, valid: reading(['verifyToken'], { takesLoginTokens: true }) },
  'get-by-id.agent-id.empty': {
    missing: asItStands,
    invalid: parameters('getAgent', ['agent_id'], { skipsEmpty: false }),
  },
  'audience-list.campaign-id.empty': {
    missing: asItStands,
    invalid: parameters('listAudience', ['campaign_id'], { skipsEmpty: false }),
  },
  'audience-list.filter.empty': {
    absent: asItStands,
    refused: parameters('listAudience', numberFilters, { skipsEmpty: false }),
  },
  'audience-list.filter.spellings': {
    'every-spelling': asItStands,
    brackets: filters(['brackets']),
    'no-commas': filters(['repeated', 'brackets', 'indexes']),
    'no-indexes': filters(['repeated', 'brackets', 'commas']),
  },
  'audience-list.is-new.spellings': {
    'every-spelling': asItStands,
    words: parameters('listAudience', ['is_new'], { booleans: ['true', 'false'] }),
  },
  'audience-list.parameters.outside': {
    refused: asItStands,
    clamped: parameters('listAudience', ['page', 'limit'], { outside: 'clamped' }),
    ignored: parameters('listAudience', ['page', 'limit'], { outside: 'ignored' }),
  },
  'voice-list.limit.outside': {
    refused: asItStands,
    clamped: parameters('listVoices', ['limit'], { outside: 'clamped' }),
    ignored: parameters('listVoices', ['limit'], { outside: 'ignored' }),
  },
  'auth.api-access-token': {
    documented: asItStands,
    every: (draft) => {
      for (const id of ['updateAgent', 'forceCompleteCampaign', 'listAudience', 'verifyToken'] as const) {
        const { security } = draft.operation(id);
        draft.operation(id)['security'] = [...(Array.isArray(security) ? security : []), { apiAccessToken: [] }];
      }
    },
  },
  'auth.precedence': {
    'token-first': asItStands,
    'authorization-first': ordered('authorization', 'token', 'api_access_token'),
    'access-token-first': ordered('api_access_token', 'token', 'authorization'),
  },
  'auth.authorization.campaigns': {
    'bare-or-bearer': asItStands,
    bearer: secured(['forceCompleteCampaign', 'listAudience'], 'token', 'bearer'),
    bare: secured(['forceCompleteCampaign', 'listAudience'], 'token', 'authorization'),
    neither: secured(['forceCompleteCampaign', 'listAudience'], 'token'),
  },
  'auth.authorization.agent-update': {
    bearer: asItStands,
    'bare-or-bearer': secured(['updateAgent'], 'bearer', 'authorization', 'token'),
  },
} satisfies EditsOf;

/** Changes how operations read; a list is added to the one that is there. */
function reading(ids: readonly OperationId[], rules: Partial<OperationReading>): Edit {
  return (draft) => {
    for (const id of ids) {
      const own = draftIn(draft.operation(id), 'x-reading');
      for (const [name, rule] of Object.entries(rules)) {
        const before = own[name];
        const added = rule as DraftValue;
        own[name] = Array.isArray(added) && Array.isArray(before) ? [...before, ...added] : added;
      }
    }
  };
}

function bodyLimit(bytes: number): Edit {
  return ({ document }) => {
    document['x-body-limit'] = bytes;
  };
}

function refusing(kind: string, ids: readonly OperationId[] | null): Edit {
  return (draft) => reading(ids ?? draft.operationIds, { refuses: [kind] })(draft);
}

function parameters(id: OperationId, names: readonly string[], rules: Partial<ParameterReading>): Edit {
  return (draft) => {
    for (const name of names) Object.assign(draftIn(draft.parameter(id, name), 'x-reading'), rules);
  };
}

function filters(lists: readonly string[]): Edit {
  return parameters('listAudience', [...numberFilters, 'call_status', 'first_status', 'last_status'], { lists });
}

function ordered(...headers: readonly string[]): Edit {
  return (draft) => (draft.document['x-token-order'] = [...headers]);
}

/** Lets operations take a token by these security schemes alone. */
function secured(ids: readonly OperationId[], ...schemes: readonly string[]): Edit {
  return (draft) => {
    for (const id of ids) {
      const { security } = draft.operation(id);
      // Another choice has added it.
      const isOpen = JSON.stringify(security).includes('apiAccessToken');
      const all = isOpen ? [...schemes, 'apiAccessToken'] : schemes;
      draft.operation(id)['security'] = all.map((scheme) => ({ [scheme]: [] }));
    }
  };
}
