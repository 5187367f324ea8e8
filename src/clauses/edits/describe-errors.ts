import { draftIn, isDraft, type Draft, type DocumentDraft } from './document-draft.ts';

const schemas = ['Error', 'CodedError', 'UnauthorizedError', 'AgentNotFoundError', 'ServerError'];

/**
 * Takes what is assumed of error bodies from the schemas that all operations share to each response, where it follows
 * from the response's examples: the members that all of them have, and the type of the code.
 */
export function describeErrors(draft: DocumentDraft): void {
  for (const name of schemas) {
    const schema = draft.schema(name);
    Reflect.deleteProperty(schema, 'x-assumed');
    Reflect.deleteProperty(draftIn(draftIn(schema, 'properties'), 'code'), 'x-assumed');
  }
  for (const id of draft.operationIds) {
    for (const [status, response] of Object.entries(draftIn(draft.operation(id), 'responses'))) {
      if (Number(status) < 400 || !isDraft(response) || response['content'] === undefined) continue;
      const json = draft.json(id, Number(status));
      if (isDraft(json['schema'])) json['schema'] = { allOf: [json['schema']], 'x-assumed': assumedOf(json) };
    }
  }
  for (const entry of Object.values(draftIn(draft.document, 'x-beyond-operations'))) {
    if (isDraft(entry) && isDraft(entry['schema'])) entry['schema'] = { allOf: [entry['schema']] };
  }
}

function assumedOf(json: Draft): Draft {
  const bodies = Object.values(draftIn(json, 'examples')).map((example) =>
    isDraft(example) ? example['value'] : null,
  );
  const members = bodies.map((body) => new Set(isDraft(body) ? Object.keys(body) : []));
  const required = [...(members[0] ?? [])].filter((name) => members.every((others) => others.has(name)));
  const codes = [...new Set(bodies.map((body) => typeof (isDraft(body) ? body['code'] : undefined)))];
  const types = codes.flatMap((type) => (type === 'number' ? ['integer'] : type === 'string' ? ['string'] : []));
  return {
    type: 'object',
    required,
    properties: {
      data: { type: 'object', maxProperties: 0 },
      ...(types.length > 0 && { code: { type: types } }),
    },
  };
}
