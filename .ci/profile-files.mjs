import { parse } from 'yaml';
import * as prettier from 'prettier';
import { choicesOf } from './choice-types.mjs';
import { importBundled } from './bundled-module.mjs';

/** The JSON Schema of profiles, from the text of the catalogue. */
export async function profileSchema(clausesText, output) {
  const { openParts } = await importBundled('./src/clauses/choices.ts');
  const choices = choicesOf(clausesText).map(({ id, question, alternatives, value, part }) => [
    id,
    decided(
      question ?? openParts[part].question,
      alternatives === undefined
        ? { value: part === undefined ? value : openParts[part].value }
        : { alternative: { description: described(alternatives), enum: Object.keys(alternatives) } },
    ),
  ]);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A profile: which of the choices that the specification leaves open a deployment has made',
    type: 'object',
    required: ['profile', 'name', 'choices'],
    additionalProperties: false,
    properties: {
      profile: { const: 'voice-agent-mock/profile/1' },
      name: { type: 'string', pattern: '^[\\w.-]{1,60}$' },
      choices: { type: 'object', additionalProperties: false, properties: Object.fromEntries(choices) },
    },
    $defs: {
      alternative: entry('alternative'),
      value: entry('value'),
      learned: {
        description: 'The exchange with a deployment that decided it, secrets masked.',
        type: 'object',
        required: ['on', 'request', 'answer'],
        additionalProperties: false,
        properties: { on: { type: 'string' }, request: { type: 'string' }, answer: { type: 'string' } },
      },
    },
  };
  return prettier.format(JSON.stringify(schema), { ...(await prettier.resolveConfig(output)), parser: 'json' });
}

/** What a choice asks of its entry beside what every entry has. */
function decided(description, made) {
  const [name] = Object.keys(made);
  return { description, $ref: `#/$defs/${name}`, properties: made };
}

/** What every entry has: an alternative or a value, and where it comes from. */
function entry(name) {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      [name]: true,
      by: { const: 'hand' },
      learned: { $ref: '#/$defs/learned' },
      not_observed: { type: 'string', description: 'Why a deployment could not be asked.' },
    },
    oneOf: [{ required: [name, 'by'] }, { required: [name, 'learned'] }, { required: ['not_observed'] }],
  };
}

function described(alternatives) {
  return Object.entries(alternatives)
    .map(([name, sentence]) => `${name}: ${sentence}`)
    .join(' ');
}

/** The page with the tables of all choices between its marks, from the text of the catalogue. */
export async function profilesPage(clausesText, page, output) {
  const rules = Object.entries(parse(clausesText));
  const rows = rules.flatMap(([, { choices = {}, open = [] }], index) => [
    ...Object.entries(choices).map(([id, choice]) => `| \`${id}\` | ${choice.question} | ${answers(choice)} |`),
    ...(open.length === 0
      ? []
      : [`| ${open.map((part) => `\`${rules[index][0]}.${part}\``).join(', ')} | What the refusal says. | a value |`]),
  ]);
  const fixed = rules.filter(([, { fixed }]) => fixed).map(([id, { fixed }]) => `| \`${id}\` | ${fixed} |`);
  const tables = [
    '| Choice | Question | Alternatives, today’s first |\n| --- | --- | --- |',
    ...rows,
    '',
    'These assumed rules leave no choice:',
    '',
    '| Rule | Why |\n| --- | --- |',
    ...fixed,
  ].join('\n');
  const [before, rest] = page.split('<!-- choices:start -->');
  const after = rest.split('<!-- choices:end -->')[1];
  const text = `${before}<!-- choices:start -->\n\n${tables}\n\n<!-- choices:end -->${after}`;
  return prettier.format(text, { ...(await prettier.resolveConfig(output)), parser: 'markdown' });
}

function answers({ alternatives, value }) {
  if (alternatives === undefined) return value.type === undefined ? 'a value' : `a value: ${value.type}`;
  return Object.entries(alternatives)
    .map(([name, sentence]) => `\`${name}\`: ${sentence.replaceAll('|', '\\|')}`)
    .join('<br>');
}
