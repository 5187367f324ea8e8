import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { CollectionName } from '../domain/records.ts';
import schema from './records.schema.gen.json' with { type: 'json' };

export interface SchemaFault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly value: unknown;
  readonly reason: string;
}

/** Tells what is wrong with a stored record, undefined where it fits its schema. */
export type SchemaCheck = (collection: CollectionName | 'leads', record: unknown) => SchemaFault | undefined;

const DEFINITIONS: Readonly<Record<CollectionName | 'leads', keyof typeof schema.definitions>> = {
  workspaces: 'WorkspaceRecord',
  users: 'UserRecord',
  login_tokens: 'TokenRecord',
  api_tokens: 'TokenRecord',
  codes: 'CodeRecord',
  providers: 'ProviderRecord',
  voices: 'VoiceRecord',
  phone_numbers: 'PhoneNumberRecord',
  agents: 'AgentRecord',
  campaigns: 'CampaignRecord',
  audiences: 'AudienceRecord',
  leads: 'LeadRecord',
};

/** Makes the check from the schema of the record types; each type is compiled when a record of it first comes. */
export function createSchemaCheck(): SchemaCheck {
  // What JSON.parse gives is JSON: walking open members again would only cost time. The schema is ours and tested.
  const definitions = { ...schema.definitions, Json: {}, JsonObject: { type: 'object' } };
  const ajv = new Ajv2020({ meta: false, validateSchema: false, verbose: true, allowUnionTypes: true });
  ajv.addSchema({ $id: 'records', definitions });
  const validators = new Map<string, ValidateFunction>();
  return (collection, record) => {
    const definition = DEFINITIONS[collection];
    let validate = validators.get(definition);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `records#/definitions/${definition}` });
      validators.set(definition, validate);
    }
    if (validate(record)) return undefined;
    const [error] = validate.errors ?? [];
    if (error === undefined) return { pointer: '', value: record, reason: 'does not fit' };
    const named: unknown = error.params['additionalProperty'] ?? error.params['allowedValues'];
    const detail = named === undefined ? '' : ` (${JSON.stringify(named)})`;
    return { pointer: error.instancePath, value: error.data, reason: `${error.message ?? 'does not fit'}${detail}` };
  };
}
