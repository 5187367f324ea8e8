import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import type { EditsOf, Draft, DocumentDraft, Edit } from './document-draft.ts';
import { asItStands, draftIn, isDraft, textIn } from './document-draft.ts';

/** Error bodies: their members, their codes, and what they say. */
export const errorEdits = {
  'errors.shape.getAgent': shapesOf('getAgent'),
  'errors.shape.createAgent': shapesOf('createAgent'),
  'errors.shape.createAgentOrUpdate': shapesOf('createAgentOrUpdate'),
  'errors.shape.updateAgent': shapesOf('updateAgent'),
  'errors.shape.listVoices': shapesOf('listVoices'),
  'errors.shape.forceCompleteCampaign': shapesOf('forceCompleteCampaign'),
  'errors.shape.listAudience': shapesOf('listAudience'),
  'errors.shape.verifyToken': shapesOf('verifyToken'),
  'errors.shape.getToken': shapesOf('getToken'),
  'errors.shape.addresses': shapesOf(null),
  'errors.code.getAgent': codesOf('getAgent'),
  'errors.code.createAgent': codesOf('createAgent'),
  'errors.code.updateAgent': codesOf('updateAgent'),
  'errors.code.listVoices': codesOf('listVoices'),
  'errors.code.forceCompleteCampaign': codesOf('forceCompleteCampaign'),
  'errors.code.listAudience': codesOf('listAudience'),
  'errors.code.verifyToken': codesOf('verifyToken'),
  'errors.code.createAgentOrUpdate': codesOfForm(),
  'addresses.unknown.text': { nearest: asItStands, plain: worded(['addresses.unknown'], 'Not Found') },
  'errors.validation-message': {
    named: asItStands,
    generic: worded(namedRefusals(), 'Validation failed'),
    prefixed: worded(namedRefusals(), 'Validation error: {detail}'),
  },
  'errors.body.unreadable.text': {
    reason: asItStands,
    plain: worded(['errors.body.unreadable'], 'Invalid request body'),
  },
  'errors.body.unreadable.creation.text': {
    reason: asItStands,
    plain: worded(['errors.body.unreadable.creation'], 'Invalid request body'),
  },
  'errors.body.unreadable.creation.answer': {
    unprocessable: asItStands,
    'bad-request': (draft) => {
      for (const id of ['createAgent', 'updateAgent'] as const) {
        for (const place of draft.refusals('errors.body.unreadable.creation', id)) place.moveTo(400);
      }
    },
  },
  'get-by-id.agent-id.invalid.answer': {
    'bad-request': asItStands,
    'not-found': answered('getAgent', 'get-by-id.agent-id.invalid', 404, 'Agent not found'),
  },
  'create-agent.agent-id.invalid.answer': {
    unprocessable: asItStands,
    'bad-request': answered('createAgent', 'create-agent.agent-id.invalid', 400),
    'not-found': answered('createAgent', 'create-agent.agent-id.invalid', 404, 'Agent not found'),
  },
  'agent-update.agent-id.invalid.answer': {
    unprocessable: asItStands,
    'bad-request': answered('updateAgent', 'agent-update.agent-id.invalid', 400),
    'not-found': answered('updateAgent', 'agent-update.agent-id.invalid', 404, 'Agent not found'),
  },
  'createagentorupdate.not-found.answer': {
    unprocessable: asItStands,
    'not-found': answered('createAgentOrUpdate', 'createagentorupdate.not-found', 404),
  },
  'audience-list.campaign-id.invalid.answer': {
    refused: asItStands,
    'not-found': answered('listAudience', 'audience-list.campaign-id.invalid', 404, 'Campaign not found'),
  },
  'workspace.foreign': {
    missing: asItStands,
    forbidden: (draft) => {
      for (const id of ['updateAgent', 'forceCompleteCampaign', 'listAudience'] as const) {
        draft.addRefusal(id, 'workspace.foreign-is-missing');
      }
    },
  },
  'audience-list.pages.past-the-end': {
    empty: asItStands,
    'not-found': (draft) => draft.addRefusal('listAudience', 'audience-list.pages'),
    last: asItStands,
  },
  'codes.createagentorupdate': {
    reason: asItStands,
    validation: (draft) => eachError(draft, 'createAgentOrUpdate', 422, (body) => (body['code'] = 'VALIDATION_ERROR')),
  },
  'verify.unauthorized.body': {
    message: asItStands,
    short: (draft) => {
      draft.json('verifyToken', 401)['schema'] = { description: 'The specification gives no exact body here.' };
      eachError(draft, 'verifyToken', 401, (body) => (body['message'] = 'Unauthorized'));
    },
    empty: (draft) => {
      const response = draft.response('verifyToken', 401);
      Reflect.deleteProperty(response, 'content');
      response['x-refuses'] = ['verify.unauthorized'];
    },
  },
  'voice-list.provider-id.unsupported.values': {
    commas: asItStands,
    bars: supportedAs('{supported|}'),
    json: supportedAs('{supported[]}'),
  },
} satisfies EditsOf;

type Shape = 'full' | 'no-data' | 'no-code' | 'bare';
const leftOut: Readonly<Record<Shape, readonly string[]>> = {
  full: [],
  'no-data': ['data'],
  'no-code': ['code'],
  bare: ['code', 'data'],
};

/** The errors of an operation, or where none is reached, without some of their members. */
function shapesOf(id: OperationId | null): Record<Shape, Edit> {
  const without = (shape: Shape): Edit => {
    return (draft) => {
      for (const body of bodiesOf(draft, id)) for (const name of leftOut[shape]) Reflect.deleteProperty(body, name);
    };
  };
  return { full: asItStands, 'no-data': without('no-data'), 'no-code': without('no-code'), bare: without('bare') };
}

const listedCodes: Readonly<Record<number, string>> = {
  401: 'AUTH_INVALID',
  422: 'VALIDATION_ERROR',
  500: 'SERVER_ERROR',
};

/** The errors of an operation with codes of one kind; those that the specification gives stay. */
function codesOf(id: OperationId): Record<'status' | 'text' | 'listed', Edit> {
  const coded = (codeOf: (status: number, code: unknown) => number | string): Edit => {
    return (draft) => {
      for (const status of errorStatuses(draft, id)) {
        eachError(draft, id, status, (body) => (body['code'] = codeOf(status, body['code'])));
      }
    };
  };
  return {
    status: coded((status) => status),
    text: coded((status) => String(status)),
    listed: coded((status, code) => (typeof code === 'string' ? code : (listedCodes[status] ?? status))),
  };
}

/** A text as the code of a form's error is a listed one. */
function codesOfForm(): Record<'listed' | 'status', Edit> {
  const { listed, status } = codesOf('createAgentOrUpdate');
  return { listed, status };
}

function errorStatuses(draft: DocumentDraft, id: OperationId): readonly number[] {
  const statuses = Object.keys(draftIn(draft.operation(id), 'responses')).map(Number);
  return statuses.filter((status) => status >= 400);
}

function bodiesOf(draft: DocumentDraft, id: OperationId | null): readonly Draft[] {
  const bodies: Draft[] = [];
  if (id === null) {
    for (const entry of Object.values(draftIn(draft.document, 'x-beyond-operations'))) {
      if (isDraft(entry)) bodies.push(draftIn(entry, 'value'));
    }
    return bodies;
  }
  for (const status of errorStatuses(draft, id)) eachError(draft, id, status, (body) => bodies.push(body));
  return bodies;
}

function eachError(
  draft: DocumentDraft,
  id: OperationId,
  status: number,
  edit: (body: Draft, example: Draft) => unknown,
): void {
  for (const example of Object.values(draft.examples(id, status))) {
    if (isDraft(example) && isDraft(example['value'])) edit(example['value'], example);
  }
}

/** The refusals whose message says what is wrong with which part of the request. */
function namedRefusals(): readonly RefusalId[] {
  return [
    'create-agent.validation',
    'create-agent.agent-id.invalid',
    'create-agent.create.name-required',
    'agent.name.rule',
    'codes.missing-field',
    'createagentorupdate.values',
    'createagentorupdate.validation',
    'agent-update.validation',
    'agent-update.agent-id.invalid',
  ];
}

/** Lets refusals say this; `{detail}` stands for what they say of the request. */
function worded(clauses: readonly RefusalId[], message: string): Edit {
  return (draft) => {
    for (const clause of clauses) for (const place of draft.refusals(clause)) place.say(message);
  };
}

function answered(id: OperationId, clause: RefusalId, status: number, message?: string): Edit {
  return (draft) => {
    for (const place of draft.refusals(clause, id)) {
      place.moveTo(status);
      if (message !== undefined) place.say(message);
    }
  };
}

function supportedAs(word: string): Edit {
  return (draft) => {
    const parameter = draft.parameter('listVoices', 'provider_id');
    parameter['x-message'] = textIn(parameter, 'x-message').replace('{supported}', word);
  };
}
