import { readFile } from 'node:fs/promises';
import * as prettier from 'prettier';

/** The record type of each file of a scenario, by the file's name without `.json`; `voices` and `leads` are folders. */
export const scenarioFileTypes = {
  workspaces: 'WorkspaceRecord',
  users: 'UserRecord',
  'login-tokens': 'TokenRecord',
  'api-tokens': 'TokenRecord',
  codes: 'CodeRecord',
  providers: 'ProviderRecord',
  voices: 'VoiceRecord',
  agents: 'AgentRecord',
  'phone-numbers': 'PhoneNumberRecord',
  campaigns: 'CampaignRecord',
  audiences: 'AudienceRecord',
  leads: 'LeadRecord',
};

/**
 * The JSON Schema of one file of a scenario, for editors: from the schema that records are validated against, which is
 * made of their types.
 */
export async function scenarioSchema(source, type, output) {
  const { definitions } = JSON.parse(await readFile(source, 'utf8'));
  const used = new Set();
  const collect = (name) => {
    if (used.has(name)) return;
    used.add(name);
    for (const [, next] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/(\w+)"/g)) collect(next);
  };
  collect(type);
  const list = { type: 'array', items: { $ref: `#/$defs/${type}` } };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Records of a scenario: ${type.replace('Record', '')}`,
    description: 'A list of records, or one beside the address of this schema: { "$schema": "…", "records": […] }.',
    if: { type: 'object' },
    then: {
      type: 'object',
      required: ['records'],
      properties: { $schema: { type: 'string' }, records: list },
      additionalProperties: false,
    },
    else: list,
    $defs: Object.fromEntries([...used].sort().map((name) => [name, forEditors(definitions[name])])),
  };
  const text = JSON.stringify(schema).replaceAll('#/definitions/', '#/$defs/');
  return prettier.format(text, { ...(await prettier.resolveConfig(output)), parser: 'json' });
}

/** Without our own keyword: what it says goes where VS Code and JetBrains look for the message of a pattern. */
function forEditors(schema) {
  if (Array.isArray(schema)) return schema.map(forEditors);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { expected, ...rest } = schema;
  const kept = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, forEditors(value)]));
  return typeof expected === 'string' ? { ...kept, patternErrorMessage: `Expected ${expected}.` } : kept;
}
