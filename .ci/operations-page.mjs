import { parse } from 'yaml';
import * as prettier from 'prettier';
import { dereference } from './dereference.mjs';

const methods = ['get', 'post'];
const mostExampleLines = 60;

/** The page of all operations of the document: parameters, body, answers, errors and an example of each. */
export async function operationsPage(text, output) {
  const document = parse(text, { merge: true, maxAliasCount: -1 });
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method] !== undefined).map((method) => new Operation(document, path, method, item)),
  );
  const page = [
    '# Operations',
    '',
    'Generated from [openapi/openapi.yaml](../openapi/openapi.yaml) by `npm run generate`. The console and',
    '`/__mock/docs` of a running mock show the same, with a button to try each.',
    '',
    '| operation | address | what it does |',
    '| --- | --- | --- |',
    ...operations.map(
      (one) => `| [${one.id}](#${one.id.toLowerCase()}) | \`${one.address}\` | ${one.operation.summary} |`,
    ),
    '',
    'Run the examples against `npx voice-agent-mock serve`. `$TOKEN` is an API token, `ac3d` sixteen times for example, and',
    '`$LOGIN_TOKEN` a login token, `login-acme`. A `code` that is not listed is the status.',
    '',
    ...operations.flatMap((one) => one.lines()),
  ].join('\n');
  return prettier.format(page, { ...(await prettier.resolveConfig(output)), parser: 'markdown' });
}

class Operation {
  constructor(document, path, method, item) {
    this.document = document;
    this.method = method;
    this.operation = item[method];
    this.id = this.operation.operationId;
    const { url, variables } = (this.operation.servers ?? item.servers ?? document.servers)[0];
    this.url = url.replace(/\{(\w+)\}/g, (_, name) => variables[name].default) + path;
    this.address = `${method.toUpperCase()} ${new URL(this.url).pathname}`;
  }

  lines() {
    const { summary, description = '' } = this.operation;
    return [
      `## ${this.id}`,
      '',
      `**${summary}.** \`${this.address}\``,
      '',
      description.trim(),
      '',
      `Token: ${this.#tokens()}.`,
      '',
      ...this.#parameters(),
      ...this.#body(),
      ...this.#answers(),
      ...this.#errors(),
    ];
  }

  #resolve(value) {
    let found = value;
    while (found?.$ref !== undefined) found = dereference(this.document, found);
    return found;
  }

  #tokens() {
    const schemes = this.operation.security ?? this.document.security ?? [];
    const words = schemes
      .flatMap((one) => Object.keys(one))
      .map((name) => {
        const scheme = this.#resolve(this.document.components.securitySchemes[name]);
        return scheme.type === 'http' ? '`Authorization: Bearer …`' : `\`${scheme.name}\``;
      });
    return `header ${[...new Set(words)].join(' or ')}`;
  }

  #parameters() {
    const parameters = (this.operation.parameters ?? []).map((one) => this.#resolve(one));
    if (parameters.length === 0) return ['No parameters.', ''];
    const rows = parameters.map(({ name, in: place, required = false, schema, description = '' }) => {
      const { type, standard } = this.#typeOf(schema);
      return [`\`${name}\``, place, type, required ? 'yes' : standard, inCell(description)];
    });
    return [...table(['parameter', 'in', 'type', 'required, or default', ''], rows), ''];
  }

  #body() {
    const body = this.#resolve(this.operation.requestBody);
    if (body === undefined) return [];
    return Object.entries(body.content).flatMap(([type, { schema }]) => {
      const rows = this.#members(schema, '', 0);
      const intro = `Body, \`${type}\`${rows.length === 0 ? ': an empty object.' : ':'}`;
      if (rows.length === 0) return [intro, ''];
      return [intro, '', ...table(['field', 'type', 'required, or default', ''], rows), ''];
    });
  }

  /** The fields of an object, those of objects in it by their path. */
  #members(given, path, depth) {
    const schema = this.#merged(given);
    const required = schema.required ?? [];
    return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
      const member = this.#merged(value);
      const { type, standard } = this.#typeOf(value);
      const row = [
        `\`${path}${name}\``,
        type,
        required.includes(name) ? 'yes' : standard,
        inCell(member.description ?? ''),
      ];
      const inner = member.items === undefined ? member : this.#merged(member.items);
      const below = member.items === undefined ? `${path}${name}.` : `${path}${name}[].`;
      return [row, ...(depth < 2 ? this.#members(inner, below, depth + 1) : [])];
    });
  }

  /** A schema with what stands in its `allOf`. */
  #merged(given) {
    const { allOf = [], ...schema } = this.#resolve(given) ?? {};
    const parts = allOf.map((part) => this.#merged(part));
    return {
      ...Object.assign({}, ...parts),
      ...schema,
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
    };
  }

  #typeOf(given) {
    const schema = this.#merged(given);
    const standard = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    return { type: this.#typeInWords(schema), standard };
  }

  #typeInWords(given) {
    const schema = this.#merged(given);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices !== undefined) return [...new Set(choices.map((one) => this.#typeInWords(one)))].join(' or ');
    if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
    if (schema.const !== undefined) return `\`${schema.const}\``;
    if (schema.items !== undefined) return `list of ${this.#typeInWords(schema.items)}`;
    const types = [schema.type ?? 'any value'].flat().join(' or ');
    const least = schema.minimum === undefined ? '' : ` from ${schema.minimum}`;
    const most = schema.maximum === undefined ? '' : ` to ${schema.maximum}`;
    return types + (schema.format === undefined ? '' : ` (${schema.format})`) + least + most;
  }

  #answers() {
    const [status, response] = this.#responses().find(([code]) => code < '300');
    const [example] = this.#examples(response);
    return [
      `Answer ${status}: ${response.description.trim()}.`,
      '',
      '```sh',
      this.#curl(),
      '```',
      '',
      ...(example === undefined ? [] : ['```json', shortened(JSON.stringify(example.value, null, 2)), '```', '']),
    ];
  }

  #errors() {
    const rows = this.#responses()
      .filter(([code]) => code >= '400')
      .flatMap(([status, response]) =>
        this.#examples(response).map(({ name, value }) => [
          status,
          value.code === Number(status) ? '' : `\`${value.code}\``,
          `\`${value.message}\``,
          `\`${name}\``,
        ]),
      );
    return [...table(['error', 'code', 'message', 'rule'], rows), ''];
  }

  #responses() {
    return Object.entries(this.operation.responses).map(([status, given]) => [status, this.#resolve(given)]);
  }

  #examples({ content = {} }) {
    const [media = {}] = Object.values(content);
    const { examples = {}, example } = media;
    const named = Object.entries(examples).map(([name, given]) => ({ name, value: this.#resolve(given).value }));
    return example === undefined ? named : [{ name: '', value: example }, ...named];
  }

  #curl() {
    const query = (this.operation.parameters ?? [])
      .map((one) => this.#resolve(one))
      .filter(({ in: place, required, example }) => place === 'query' && required && example !== undefined)
      .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
      .join('&');
    const header =
      this.id === 'getToken'
        ? 'token: $LOGIN_TOKEN'
        : this.id === 'updateAgent'
          ? 'Authorization: Bearer $TOKEN'
          : 'token: $TOKEN';
    const lines = [`curl '${this.url}${query === '' ? '' : `?${query}`}' -H "${header}"`, ...this.#sent()];
    return lines.join(' \\\n  ');
  }

  #sent() {
    const [[type, media] = []] = Object.entries(this.#resolve(this.operation.requestBody)?.content ?? {});
    if (type === undefined) return [];
    const value = media.example ?? this.#resolve(Object.values(media.examples ?? {})[0])?.value ?? {};
    if (type === 'application/json') return [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(value)}'`];
    return formFields(value).map(([name, field]) => `-F '${name}=${field}'`);
  }
}

/** An object as the fields of a form, names in brackets. */
function formFields(value, name = '') {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => {
    const isSimpleItem = Array.isArray(value) && (typeof item !== 'object' || item === null);
    return formFields(item, name === '' ? key : `${name}[${isSimpleItem ? '' : key}]`);
  });
}

function shortened(text) {
  const lines = text.split('\n');
  return lines.length <= mostExampleLines ? text : [...lines.slice(0, mostExampleLines), '  …'].join('\n');
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

function inCell(text) {
  return text.trim().replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
