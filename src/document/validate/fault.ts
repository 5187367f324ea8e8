import type { JsonObject } from '../../json/json-value.ts';
import { expectation } from '../read/expectation.ts';
import type { RefusalId } from '../names.gen.ts';
import type { DocumentedOperation, RequestFault, Member } from '../operation.ts';

export interface FaultPlace {
  readonly reason: RequestFault['reason'];
  readonly value?: unknown;
  /** Where it is not the member itself that is at fault, but something in it. */
  readonly name?: string;
  readonly schema?: JsonObject;
  /** The rule for faults without a refusal of their own; by default the operation's for what is missing or invalid. */
  readonly otherwise?: RefusalId | undefined;
}

/**
 * The fault of a member. A refusal of the member's own is answered as the document's example shows it; the operation's
 * general one stands for many faults, so its message says which.
 */
export function faultOf(operation: DocumentedOperation, member: Member, place: FaultPlace): RequestFault {
  const { reason, value, name = member.name, schema = member.schema } = place;
  const own = member.refusals[reason];
  const sentence = reason === 'missing' ? `${name} is required.` : `${name} must be ${expectation(schema)}.`;
  return {
    name,
    reason,
    clause: own ?? place.otherwise ?? (reason === 'missing' ? operation.missingRefusal : operation.invalidRefusal),
    message: own === undefined ? sentence : undefined,
    value,
  };
}
