/** The pages of docs/ that are made of the documents, whole or between their marks. */
import { format } from 'oxfmt';
import { parse } from 'yaml';
import { importBundled } from './document-types.mjs';

const mostExampleLines = 60;

/** The page of all operations of the document, read as the console reads it: parameters, body, answers, errors and an example of each. */
export async function operationsPage(text, statuses, output) {
  const page = 'src/console/page';
  const sources = [statuses, `${page}/api/described-document.ts`, `${page}/send/draft.ts`, `${page}/text/copy-as.ts`];
  const [{ agentTransitions, agentStatusTitles }, ...reading] = await Promise.all(sources.map(importBundled));
  const reader = Object.assign({}, ...reading);
  const { operations } = reader.describeDocument(parse(text, { merge: true, maxAliasCount: -1 }));
  const addressOf = ({ method, url }) => `\`${method} ${new URL(url).pathname}\``;
  const content = `# Operations

Generated from [openapi/openapi.yaml](../openapi/openapi.yaml) by \`npm run generate\`. The console and
\`/__mock/docs\` of a running mock show the same, with a button to try each.

${table(
  ['operation', 'address', 'what it does'],
  operations.map((each) => [`[${each.id}](#${each.id.toLowerCase()})`, addressOf(each), each.summary]),
)}

Run the examples against \`npx voice-agent-mock serve\`. \`$TOKEN\` is an API token, \`ac3d\` sixteen times for example, and
\`$LOGIN_TOKEN\` a login token, \`login-acme\`. A \`code\` that is not listed is the status.

${operations.map((each) => operationSection(each, addressOf(each), reader)).join('\n\n')}

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
  return formatted(content, output);
}

function operationSection(operation, address, { headerInWords, parameterLines, ...reader }) {
  const { id, summary, description, credentials, parameters, body } = operation;
  const headers = credentials.map((credential) => `\`${headerInWords(credential)}\``);
  const lines = parameterLines(parameters);
  return [
    `## ${id}`,
    `**${summary}.** ${address}`,
    description.trim(),
    `Token: header ${headers.join(' or ')}.`,
    lines.length === 0 ? 'No parameters.' : fieldTable('query parameter', lines),
    ...(body === undefined ? [] : bodyTable(body, reader)),
    ...successExample(operation, reader),
    errorTable(operation),
  ].join('\n\n');
}

function bodyTable({ kind, schema }, { schemaLines }) {
  const lines = schemaLines(schema);
  const name = kind === 'form' ? 'Body, a form' : 'Body, JSON';
  return lines.length === 0 ? [`${name}: an empty object.`] : [`${name}:`, fieldTable('field', lines)];
}

function fieldTable(name, lines) {
  const rows = lines.map(({ path, type, isRequired, description }) => {
    return [`\`${path}\``, inCell(type), isRequired ? 'yes' : '', inCell(description)];
  });
  return table([name, 'type', 'required', ''], rows);
}

function successExample(operation, { sampleRequest, asCurl }) {
  const { status, description, examples } = operation.responses.find((response) => response.status < 300);
  const lines = examples.length === 0 ? [] : JSON.stringify(examples[0].value, null, 2).split('\n');
  const shown = lines.length <= mostExampleLines ? lines : [...lines.slice(0, mostExampleLines), '  …'];
  const [credential] = operation.credentials;
  const token = credential.kind === 'login' ? '$LOGIN_TOKEN' : '$TOKEN';
  // In single quotes a shell would leave the variable as it is.
  const command = asCurl(sampleRequest(operation, { credential, token })).replace(/'([^']*\$\w*TOKEN)'/, '"$1"');
  return [
    `Answer ${status}: ${description.trim()}.`,
    `\`\`\`sh\n${command}\n\`\`\``,
    ...(lines.length === 0 ? [] : [`\`\`\`json\n${shown.join('\n')}\n\`\`\``]),
  ];
}

function errorTable({ responses }) {
  const rows = responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, examples }) =>
      examples.map(({ name, value: { code, message } }) => [
        ...[status, code === status ? '' : `\`${code}\``, `\`${message}\``, `\`${name}\``],
      ]),
    );
  return table(['error', 'code', 'message', 'rule'], rows);
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
  const [before, rest] = page.split('<!-- choices:start -->');
  const [, after] = rest.split('<!-- choices:end -->');
  return formatted(`${before}<!-- choices:start -->\n\n${tables}\n\n<!-- choices:end -->${after}`, output);
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

async function formatted(page, output) {
  return (await format(output, page, { printWidth: 120, singleQuote: true })).code;
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function inCell(text) {
  return text.trim().replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
