import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import type { Json } from '../../json/json-value.ts';
import type { RefusalChoice, ValueChoice } from '../choices.gen.ts';
import { draftIn, isDraft, textIn, type Draft, type DocumentDraft, type DraftValue } from './document-draft.ts';

/** Where an open value stands in the document. */
export interface ValuePlace {
  /** Today's; undefined if the document does not hold it. */
  read(draft: DocumentDraft): Json | undefined;
  write(draft: DocumentDraft, value: Json): void;
}

/** A value that is decided outside of the document (`src/domain/choices/rules.ts`). */
const elsewhere: ValuePlace = { read: () => undefined, write: () => undefined };

const valuePlaces: Readonly<Record<ValueChoice, ValuePlace>> = {
  'create-agent.created.message': messageOf('createAgent', 'created'),
  'create-agent.updated.message': messageOf('createAgent', 'updated'),
  'createagentorupdate.updated.message': messageOf('createAgentOrUpdate', 'updated'),
  'campaign-force-completed.completed.message': messageOf('forceCompleteCampaign', 'completed'),
  'campaign-force-completed.status-set.message': messageOf('forceCompleteCampaign', 'statusSet'),
  'voice-list.provider-id.unsupported.template': {
    read: (draft) => draft.parameter('listVoices', 'provider_id')['x-message'],
    write: (draft, value) => {
      const parameter = draft.parameter('listVoices', 'provider_id');
      const [list = ''] = /\{supported[^}]*\}/.exec(textIn(parameter, 'x-message')) ?? [];
      parameter['x-message'] = asText(value).replace('{supported}', list);
    },
  },
  'voice-list.limit.maximum': largestLimit('listVoices', 'voice-list.limit.range'),
  'audience-list.limit.maximum': largestLimit('listAudience', 'audience-list.parameters.invalid'),
  'answers.getAgent.members': fieldsNamed('getAgent'),
  'answers.createAgent.members': fieldsNamed('createAgent'),
  'answers.createAgentOrUpdate.members': fieldsNamed('createAgentOrUpdate'),
  'answers.updateAgent.members': fieldsNamed('updateAgent'),
  'answers.listVoices.members': fieldsNamed('listVoices'),
  'answers.forceCompleteCampaign.members': fieldsNamed('forceCompleteCampaign'),
  'answers.listAudience.members': fieldsNamed('listAudience'),
  'answers.verifyToken.members': fieldsNamed('verifyToken'),
  'answers.getToken.members': fieldsNamed('getToken'),
  'voice-list.default-limit.provider_a': elsewhere,
  'voice-list.default-limit.provider_b': elsewhere,
  'voice-list.default-limit.provider_c': elsewhere,
  'voice-list.default-limit.provider_d': elsewhere,
  'audience-list.item.never-called.last_attempt': ofNeverCalled('last_attempt'),
  'audience-list.item.never-called.duration': ofNeverCalled('duration'),
  'audience-list.item.never-called.last_disposition': ofNeverCalled('last_disposition'),
  'audience-list.item.never-called.last_call_status': ofNeverCalled('last_call_status'),
};

/** Where the value of a choice stands. */
export function placeOfValue(id: RefusalChoice | ValueChoice): ValuePlace {
  return isValueChoice(id) ? valuePlaces[id] : partOfRefusal(id);
}

function isValueChoice(id: RefusalChoice | ValueChoice): id is ValueChoice {
  return Object.hasOwn(valuePlaces, id);
}

function partOfRefusal(id: RefusalChoice): ValuePlace {
  const dot = id.lastIndexOf('.');
  // The catalogue names these choices after the rule that refuses.
  const clause = id.slice(0, dot) as RefusalId;
  switch (id.slice(dot + 1)) {
    case 'status':
      return {
        read: (draft) => draft.refusals(clause)[0]?.status() ?? draft.chosenRefusal(clause)?.status,
        write: (draft, value) => draft.refusals(clause).forEach((place) => place.moveTo(Number(value))),
      };
    case 'message':
      return {
        read: (draft) => draft.refusals(clause)[0]?.body['message'] ?? draft.chosenRefusal(clause)?.message,
        write: (draft, value) => draft.refusals(clause).forEach((place) => place.say(asText(value))),
      };
    default:
      return {
        read: (draft) => draft.refusals(clause)[0]?.body['code'] ?? draft.chosenRefusal(clause)?.status,
        write: (draft, value) => {
          // The codes of createagentorupdate are listed.
          const places = draft.refusals(clause).filter(({ operation }) => operation !== 'createAgentOrUpdate');
          for (const { body } of places) body['code'] = value as DraftValue;
        },
      };
  }
}

/** The message of an example of success, under each status that it stands under. */
function messageOf(id: OperationId, example: string): ValuePlace {
  const bodies = (draft: DocumentDraft): readonly Draft[] =>
    Object.keys(draftIn(draft.operation(id), 'responses'))
      .filter((status) => Number(status) < 300)
      .map((status) => draft.examples(id, Number(status))[example])
      .flatMap((found) => (isDraft(found) && isDraft(found['value']) ? [found['value']] : []));
  return {
    read: (draft) => bodies(draft)[0]?.['message'],
    write: (draft, value) => bodies(draft).forEach((body) => (body['message'] = asText(value))),
  };
}

/** Members beyond the document of every answer of success. */
function fieldsNamed(id: OperationId): ValuePlace {
  return {
    read: () => ({}),
    write: (draft, value) => {
      for (const [status, response] of Object.entries(draftIn(draft.operation(id), 'responses'))) {
        if (Number(status) < 300 && isDraft(response)) response['x-added'] = value as DraftValue;
      }
    },
  };
}

function largestLimit(id: OperationId, clause: RefusalId): ValuePlace {
  const assumed = (draft: DocumentDraft) => draftIn(draftIn(draft.parameter(id, 'limit'), 'schema'), 'x-assumed');
  return {
    read: (draft) => Number(assumed(draft)['maximum']),
    write: (draft, value) => {
      const [today, maximum] = [String(Number(assumed(draft)['maximum'])), Number(value)];
      const parameter = draft.parameter(id, 'limit');
      assumed(draft)['maximum'] = maximum;
      for (const words of ['description', 'x-expected']) {
        parameter[words] = textIn(parameter, words).replace(today, String(maximum));
      }
      for (const { body } of draft.refusals(clause, id)) {
        body['message'] = textIn(body, 'message').replace(today, String(maximum));
      }
    },
  };
}

/** What a record never called shows may have another form than what one that was called shows. */
function ofNeverCalled(member: string): ValuePlace {
  return {
    read: () => '',
    write: (draft) => {
      const shown = draftIn(draftIn(draft.schema('AudienceItem'), 'properties'), member);
      Reflect.deleteProperty(shown, 'x-assumed');
    },
  };
}

/** The catalogue says that the value is a text. */
function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
