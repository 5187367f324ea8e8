/** The pages of docs/ that are made of the documents, whole or between their marks. */
import * as prettier from 'prettier';
import { parse } from 'yaml';
import { importBundled, inlined } from './document-types.mjs';

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const mostExampleLines = 60;

/** The page of all operations of the document: parameters, body, answers, errors and an example of each. */
export async function operationsPage(text, statuses, output) {
  const { agentTransitions, agentStatusTitles } = await importBundled(statuses);
  const document = inlined(parse(text, { merge: true, maxAliasCount: -1 }));
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] === undefined ? [] : [placed(document, path, method, item)])),
  );
  const page = `# Operations

Generated from [openapi/openapi.yaml](../openapi/openapi.yaml) by \`npm run generate\`. The console and
\`/__mock/docs\` of a running mock show the same, with a button to try each.

| operation | address | what it does |
| --- | --- | --- |
${operations.map(({ id, address, summary }) => `| [${id}](#${id.toLowerCase()}) | \`${address}\` | ${summary} |`).join('\n')}

Run the examples against \`npx voice-agent-mock serve\`. \`$TOKEN\` is an API token, \`ac3d\` sixteen times for example, and
\`$LOGIN_TOKEN\` a login token, \`login-acme\`. A \`code\` that is not listed is the status.

${operations.map(operationSection).join('\n\n')}

## An agent's states

${table(
  ['from', 'status asked for', 'numbers attached', 'to, or the rule that refuses'],
  agentTransitions.map(({ from, requested, condition, outcome }) => [
    from,
    requested,
    condition === 'none' ? '' : condition.replaceAll('-', ' '),
    agentStatusTitles[outcome.to] ?? `\`${outcome.refusal}\``,
  ]),
)}
`;
  return formatted(page, output);
}

/** The page with the tables of all choices between its marks, from the text of the catalogue. */
export async function profilesPage(clausesText, page, output) {
  const rules = Object.entries(parse(clausesText));
  const rows = rules.flatMap(([, { choices = {} }]) =>
    Object.entries(choices).map(([id, choice]) => [`\`${id}\``, choice.question, possibleAnswers(choice)]),
  );
  const fixed = rules.flatMap(([id, rule]) => (rule.fixed ? [[`\`${id}\``, rule.fixed]] : []));
  const tables = [
    table(['Choice', 'Question', 'Alternatives, the default first'], rows),
    'These assumed rules leave no choice:',
    table(['Rule', 'Why'], fixed),
  ].join('\n\n');
  return formatted(replaceMarked('choices', page, tables), output);
}

function possibleAnswers({ alternatives }) {
  return Object.entries(alternatives)
    .map(([name, sentence]) => `\`${name}\`: ${inCell(sentence.is ?? sentence)}`)
    .join('<br>');
}

/** The page of every rule that the judge may find broken, each with its sentence of the specification. */
export async function statedPage(clausesText, output) {
  const rows = Object.entries(parse(clausesText)).flatMap(([id, { kind, sentence, rule, unobservable }]) =>
    kind === 'stated' ? [[`\`${id}\``, inCell(sentence), inCell(unobservable ?? rule)]] : [],
  );
  const page = `# What is stated

Generated from [openapi/clauses.yaml](../openapi/clauses.yaml) by \`npm run generate\`: each rule that a deployment may be said to break, with
the sentence of the specification that it follows. What no sentence states is no finding: \`src/judge/texts.test.ts\` compares the judge
with this list.

${table(['Clause', 'Sentence', 'Finding, or why there is none'], rows)}
`;
  return formatted(page, output);
}

function replaceMarked(mark, page, text) {
  const [before, rest] = page.split(`<!-- ${mark}:start -->`);
  const [, after] = rest.split(`<!-- ${mark}:end -->`);
  return `${before}<!-- ${mark}:start -->\n\n${text}\n\n<!-- ${mark}:end -->${after}`;
}

async function formatted(page, output) {
  return prettier.format(page, { ...(await prettier.resolveConfig(output)), parser: 'markdown' });
}

/** An operation with its address, and the ways to authenticate it. */
function placed(document, path, method, item) {
  const operation = item[method];
  const { url: server, variables } = (operation.servers ?? item.servers ?? document.servers)[0];
  const url = server.replace(/\{(\w+)\}/g, (_, name) => variables[name].default) + path;
  const schemes = (operation.security ?? document.security ?? []).flatMap((one) => Object.keys(one));
  return {
    ...operation,
    id: operation.operationId,
    url,
    address: `${method.toUpperCase()} ${new URL(url).pathname}`,
    tokens: schemes.map((id) => ({ id, ...document.components.securitySchemes[id] })),
  };
}

function operationSection(operation) {
  const { id, summary, address, description = '', tokens } = operation;
  const headers = tokens.map(({ type, name }) => (type === 'http' ? '`Authorization: Bearer …`' : `\`${name}\``));
  return [
    `## ${id}`,
    `**${summary}.** \`${address}\``,
    description.trim(),
    `Token: header ${[...new Set(headers)].join(' or ')}.`,
    parameterTable(operation),
    ...bodyTables(operation),
    ...successExample(operation),
    errorTable(operation),
  ].join('\n\n');
}

function parameterTable({ parameters = [] }) {
  if (parameters.length === 0) return 'No parameters.';
  const rows = parameters.map(({ name, in: place, required = false, schema, description = '' }) => {
    const type = schemaInWords(schema);
    return [`\`${name}\``, place, type, required ? 'yes' : defaultOf(schema), inCell(description)];
  });
  return table(['parameter', 'in', 'type', 'required, or default', ''], rows);
}

function bodyTables({ requestBody }) {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    const rows = fieldRows(schema, '', 0);
    if (rows.length === 0) return [`Body, \`${type}\`: an empty object.`];
    return [`Body, \`${type}\`:`, table(['field', 'type', 'required, or default', ''], rows)];
  });
}

/** The fields of an object, those of objects in it by their path. */
function fieldRows(schema, path, depth) {
  const { properties, required } = withMergedParts(schema);
  return Object.entries(properties).flatMap(([name, value]) => {
    const field = withMergedParts(value);
    const isRequired = required.includes(name) ? 'yes' : defaultOf(value);
    const row = [`\`${path}${name}\``, schemaInWords(value), isRequired, inCell(field.description ?? '')];
    const below = field.items === undefined ? `${path}${name}.` : `${path}${name}[].`;
    return [row, ...(depth < 2 ? fieldRows(field.items ?? field, below, depth + 1) : [])];
  });
}

/** A schema with what stands in its `allOf`. */
function withMergedParts({ allOf = [], ...schema }) {
  const parts = [...allOf.map(withMergedParts), schema];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

function defaultOf(schema) {
  const { default: standard } = withMergedParts(schema);
  return standard === undefined ? '' : `\`${JSON.stringify(standard)}\``;
}

function schemaInWords(given) {
  const schema = withMergedParts(given);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return [...new Set(choices.map(schemaInWords))].join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.items !== undefined) return `list of ${schemaInWords(schema.items)}`;
  const types = [schema.type ?? 'any value'].flat().join(' or ');
  const least = schema.minimum === undefined ? '' : ` from ${schema.minimum}`;
  const most = schema.maximum === undefined ? '' : ` to ${schema.maximum}`;
  return types + (schema.format === undefined ? '' : ` (${schema.format})`) + least + most;
}

function successExample(operation) {
  const [status, response] = Object.entries(operation.responses).find(([code]) => code < '300');
  const [example] = responseExamples(response);
  const lines = example === undefined ? [] : JSON.stringify(example.value, null, 2).split('\n');
  const shown = lines.length <= mostExampleLines ? lines : [...lines.slice(0, mostExampleLines), '  …'];
  return [
    `Answer ${status}: ${response.description.trim()}.`,
    `\`\`\`sh\n${curlCommand(operation)}\n\`\`\``,
    ...(lines.length === 0 ? [] : [`\`\`\`json\n${shown.join('\n')}\n\`\`\``]),
  ];
}

function errorTable({ responses }) {
  const errors = Object.entries(responses).filter(([code]) => code >= '400');
  const rows = errors.flatMap(([status, response]) =>
    responseExamples(response).map(({ name, value: { code, message } }) => [
      ...[status, code === Number(status) ? '' : `\`${code}\``, `\`${message}\``, `\`${name}\``],
    ]),
  );
  return table(['error', 'code', 'message', 'rule'], rows);
}

function responseExamples({ content = {} }) {
  const [{ examples = {}, example } = {}] = Object.values(content);
  const named = Object.entries(examples).map(([name, { value }]) => ({ name, value }));
  return example === undefined ? named : [{ name: '', value: example }, ...named];
}

function curlCommand({ url, parameters = [], tokens: [token], requestBody }) {
  const query = parameters
    .filter(({ in: place, required, example }) => place === 'query' && required && example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
    .join('&');
  const variable = token.id === 'loginToken' ? '$LOGIN_TOKEN' : '$TOKEN';
  const header = token.type === 'http' ? `Authorization: Bearer ${variable}` : `${token.name}: ${variable}`;
  const command = `curl '${url}${query === '' ? '' : `?${query}`}' -H "${header}"`;
  return [command, ...sentWithCurl(requestBody)].join(' \\\n  ');
}

function sentWithCurl({ content = {} } = {}) {
  const [[type, media] = []] = Object.entries(content);
  if (type === undefined) return [];
  const value = media.example ?? Object.values(media.examples ?? {})[0]?.value ?? {};
  if (type === 'application/json') return [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(value)}'`];
  return bracketedFields(value).map(([name, field]) => `-F '${name}=${field}'`);
}

/** An object as the fields of a form, names in brackets. */
function bracketedFields(value, name = '') {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => {
    const isSimpleItem = Array.isArray(value) && (typeof item !== 'object' || item === null);
    return bracketedFields(item, name === '' ? key : `${name}[${isSimpleItem ? '' : key}]`);
  });
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function inCell(text) {
  return text.trim().replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
