import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import type { Member } from '../../../src/document/operation.ts';
import type { ContractDocument } from '../../../src/document/read/load.ts';
import { hasField, losing, takingAs, refusingRequest } from '../breaks.ts';
import type { Call } from '../call.ts';
import { broken, type Break, type Fault } from '../fault.ts';
import { statedRules } from './refusal-faults.ts';

/** Every field and parameter of every operation: ignored where that shows, refused where it must be taken. */
export function requestFaults(document: ContractDocument): readonly Fault[] {
  return [...document.operations.values()].flatMap((operation) => {
    const { id, members, parameters, body } = operation;
    const stated = statedRules(document, id);
    const faultsIn = (member: Member, place: string): readonly Fault[] => {
      const clause = member.clauses.find((each) => stated.includes(each)) ?? bodyRule[id];
      return clause === undefined ? [] : faultsOfMember({ operation: id, member, place, clause, stated });
    };
    return [
      ...members.flatMap((member) => faultsIn(member, member.name)),
      ...parameters.flatMap((parameter) =>
        faultsIn(parameter, body === 'none' ? parameter.name : `?${parameter.name}`),
      ),
    ];
  });
}

/** The rules of bodies whose fields name none of their own. */
const bodyRule: Readonly<Partial<Record<OperationId, ClauseId>>> = { updateAgent: 'agent-update.body' };

/** Fields that no operation shows again. */
const unseen = [
  ...['timezone', 'greeting', 'session_data_webhook', 'speech_to_text', 'llm', 'configurations', 'language'],
  ...['chatbot_name', 'chatbot_welcome_message', 'chatbot_image', 'voice_id', 'transcriber_language', 'tone', 'style'],
  ...['instruction_sensitivity', 'configuration', 'text_knowledge_bases', 'isEnabled', 'guardrails', 'metadata_output'],
];

/** Fields of which no value is known to be taken. */
const open = ['voice_id', 'transcriber_language', 'guardrails', 'isEnabled', 'metadata_output'];

interface Named {
  readonly operation: OperationId;
  readonly member: Member;
  readonly place: string;
  readonly clause: ClauseId;
  readonly stated: readonly ClauseId[];
}

function faultsOfMember({ operation, member, place, clause, stated }: Named): readonly Fault[] {
  const { name, schema } = member;
  const field = place.replace(/\[\]$/, '');
  const isIn = (names: readonly string[]): boolean => name.split(/[[\]]+/).some((part) => names.includes(part));
  const isSent = ({ request }: Call): boolean => hasField(request, field);
  const fault = (how: string, where: Break): Fault => broken(`${operation}: ${place} ${how}`, clause, where, stated);
  return [
    ...(isIn(unseen) ? [] : [fault('is ignored', losing(operation, field, isSent))]),
    ...(isIn(open) ? [] : [fault('is refused', refusingRequest(operation, isSent))]),
    ...(schema['type'] === 'object' && operation === 'createAgent'
      ? [
          fault(
            'takes a text',
            takingAs(operation, field, () => undefined),
          ),
        ]
      : []),
  ];
}
