import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseYaml, YamlError } from '../../files/parse-yaml.ts';
import { PlanError, type SeedPlan } from './plan.ts';
import schema from './plan.schema.json' with { type: 'json' };

/**
 * The plan in a text of YAML or JSON, validated against its schema.
 * @throws PlanError that names the line of a YAML error, or the path of an unexpected value
 */
export function readPlan(text: string): SeedPlan {
  try {
    return checkPlan(parseYaml(text) ?? {});
  } catch (error) {
    if (error instanceof YamlError) throw new PlanError('', error.message, { cause: error });
    throw error;
  }
}

/** The plan, if it is as its schema says. @throws PlanError at the first fault */
export function checkPlan(plan: unknown): SeedPlan {
  const ajv = new Ajv2020({ verbose: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile<SeedPlan>(schema);
  if (validate(plan)) return plan;
  const [error] = validate.errors ?? [];
  if (error === undefined) throw new PlanError('', 'the plan is not as its schema says');
  throw faultOf(error);
}

/** The schema of plans, for editors. */
export function planSchema(): object {
  return schema;
}

/** `/campaigns/2/audience/fresh` as `campaigns[2].audience.fresh`. */
export function pathOfPointer(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function faultOf(error: ErrorObject): PlanError {
  const path = pathOfPointer(error.instancePath);
  const unknownKey: unknown = error.params['additionalProperty'];
  if (typeof unknownKey === 'string') {
    const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
    return new PlanError(
      path === '' ? unknownKey : `${path}.${unknownKey}`,
      `no such key: expected one of ${known.join(', ')}`,
    );
  }
  const got = error.data === null ? 'nothing' : JSON.stringify(error.data).slice(0, 80);
  return new PlanError(path, `expected ${expectationOf(error)}, not ${got}`);
}

function expectationOf({ keyword, params, message, parentSchema }: ErrorObject): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type': {
      const types: unknown[] = [params['type']].flat();
      return types.map((type) => typeWords[String(type)] ?? String(type)).join(' or ') + boundsOf(parentSchema);
    }
    case 'minimum':
    case 'maximum':
      return `a number${boundsOf(parentSchema)}`;
    case 'enum':
      return `one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'format':
      return `a date and time such as 2026-10-01T08:00:00.000Z`;
    case 'minItems':
    case 'minProperties':
      return `at least ${limit} item`;
    case 'minLength':
      return 'a text that is not empty';
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'uniqueItems':
      return 'each item once';
    default:
      return `what ${message ?? 'its schema says'}`;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys and values',
};

function boundsOf(schemaPart: object | undefined): string {
  const { minimum, maximum } = (schemaPart ?? {}) as { readonly minimum?: number; readonly maximum?: number };
  return `${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`;
}
