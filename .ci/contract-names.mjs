import { parse } from 'yaml';

/** The unions of names that the document and the clause catalogue define, from the texts of the two. */
export function contractNames(openapiText, clausesText) {
  const document = parse(openapiText);
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path).filter((part) => part.operationId !== undefined),
  );
  const refusals = new Set([
    ...operations.flatMap((operation) => errorExamples(document, operation)),
    ...Object.keys(document['x-beyond-operations']),
  ]);
  return [
    union(
      'OperationId',
      'The operations of the document.',
      operations.map((operation) => operation.operationId),
    ),
    union('ClauseId', 'The rules of the clause catalogue.', Object.keys(parse(clausesText))),
    union('RefusalId', 'The rules that refuse: each has an example of its error.', [...refusals].sort()),
  ].join('\n');
}

function errorExamples(document, operation) {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([, response]) => dereference(document, response))
    .flatMap((response) => Object.values(response.content ?? {}))
    .flatMap(({ examples }) => Object.keys(examples ?? {}));
}

function dereference(document, { $ref: reference, ...value }) {
  if (reference === undefined) return value;
  return reference
    .slice(2)
    .split('/')
    .reduce((target, name) => target[name], document);
}

function union(name, comment, members) {
  const lines = members.map((member) => `  | '${member}'`);
  return `/** ${comment} */\nexport type ${name} =\n${lines.join('\n')};\n`;
}
