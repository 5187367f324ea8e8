import { parse } from 'yaml';
import { dereference } from './dereference.mjs';

/** The unions of names that the document and the clause catalogue define, from the texts of the two. */
export function contractNames(openapiText, clausesText) {
  const document = parse(openapiText);
  const clauses = Object.entries(parse(clausesText));
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path).filter((part) => part.operationId !== undefined),
  );
  const refusals = new Set([
    ...operations.flatMap((operation) => errorExamples(document, operation)),
    ...Object.keys(document['x-beyond-operations']),
    ...clauses.filter(([, { refusal }]) => refusal !== undefined).map(([id]) => id),
  ]);
  return [
    union(
      'OperationId',
      'The operations of the document.',
      operations.map((operation) => operation.operationId),
    ),
    union(
      'ClauseId',
      'The rules of the clause catalogue.',
      clauses.map(([id]) => id),
    ),
    union(
      'RefusalId',
      'The rules that refuse: each has an example of its error, or the catalogue says it.',
      [...refusals].sort(),
    ),
    namesByOperation(
      'MessageNames',
      'The examples of success whose `message` an answer takes.',
      operations,
      (operation) => messageNames(document, operation),
    ),
    namesByOperation(
      'DefaultedParameters',
      'The query parameters that have a value even if they are not sent.',
      operations,
      (operation) => defaultedParameters(document, operation),
    ),
  ].join('\n');
}

function errorExamples(document, operation) {
  return examplesOf(document, operation, (status) => status >= 400).map(([name]) => name);
}

function examplesOf(document, operation, isWanted) {
  return Object.entries(operation.responses)
    .filter(([status]) => isWanted(Number(status)))
    .map(([, response]) => dereference(document, response))
    .flatMap((response) => Object.values(response.content ?? {}))
    .flatMap(({ examples }) => Object.entries(examples ?? {}));
}

function messageNames(document, operation) {
  return examplesOf(document, operation, (status) => status < 300)
    .filter(([, example]) => dereference(document, example).value.message)
    .map(([name]) => name);
}

function defaultedParameters(document, { parameters = [] }) {
  return parameters
    .map((parameter) => dereference(document, parameter))
    .filter(({ schema }) => dereference(document, schema).default !== undefined)
    .map(({ name }) => name);
}

function namesByOperation(name, comment, operations, namesOf) {
  const lines = operations.map((operation) => {
    const names = [...new Set(namesOf(operation))].map((member) => `'${member}'`);
    return `  ${operation.operationId}: ${names.length === 0 ? 'never' : names.join(' | ')};\n`;
  });
  return `/** ${comment} */\nexport interface ${name} {\n${lines.join('')}}\n`;
}

function union(name, comment, members) {
  const lines = members.map((member) => `  | '${member}'`);
  return `/** ${comment} */\nexport type ${name} =\n${lines.join('\n')};\n`;
}
