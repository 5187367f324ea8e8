/** Writes the unions of names that the document and the clause catalogue define: `node .ci/contract-names.mjs`. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const output = 'src/contract-document/names.gen.ts';

/** The text of names.gen.ts, from the texts of openapi.yaml and clauses.yaml. */
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
    '/** Generated from openapi/openapi.yaml and openapi/clauses.yaml: change those, not this file. */\n',
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [openapi, clauses] = await Promise.all(
    ['openapi/openapi.yaml', 'openapi/clauses.yaml'].map((file) => readFile(file, 'utf8')),
  );
  await writeFile(output, contractNames(openapi, clauses));
}
