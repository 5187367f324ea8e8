import { stepsOf, valueAt, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { faultOf } from './fault.ts';
import type { DocumentedOperation, RequestFault, Member } from '../operation.ts';
import { schemaFault } from './schema-fault.ts';
import { undocumentedIn } from './undocumented-members.ts';

export interface CheckedBody {
  /** In document order, the first of each member of the body. */
  readonly faults: readonly RequestFault[];
  /** The members, named with dots, that the operation does not document. */
  readonly undocumented: readonly string[];
}

/** Checks a JSON body by the operation's schema, what is assumed included. */
export function checkBody(operation: DocumentedOperation, body: JsonObject): CheckedBody {
  if (operation.bodyCheck !== undefined) return { faults: schemaFault(operation.bodyCheck, body), undocumented: [] };
  const faults = operation.members.flatMap((member) => checkMember(operation, member, body));
  const undocumented = undocumentedIn(operation.bodySchema, body).map((path) => path.join('.'));
  return { faults, undocumented };
}

function checkMember(operation: DocumentedOperation, member: Member, body: JsonObject): readonly RequestFault[] {
  const value = fieldOf(body, member.name);
  if (value === undefined || member.countsAsAbsent.includes(value)) {
    return member.isRequired ? [faultOf(operation, member, { reason: 'missing' })] : [];
  }
  const [error] = member.check.errors(value);
  if (error === undefined) {
    return [];
  }
  const steps = stepsOf(error.instancePath);
  const schema = schemaAt(member.schema, steps);
  const name = [member.name, ...steps].join('.');
  return [faultOf(operation, member, { reason: 'invalid', value: valueAt(value, steps), name, schema })];
}

function schemaAt(schema: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce((holder, step) => {
    const member = isJsonObject(holder['properties']) ? fieldOf(holder['properties'], step) : holder['items'];
    return isJsonObject(member) ? member : holder;
  }, schema);
}
