import type { ClauseId, OperationId, RefusalId } from '../../../src/document/names.gen.ts';
import type { Member, Operation } from '../../../src/document/operation.ts';
import { answering, asking, hasField, instead, losing, showing, takingAs, withQuery, withoutField } from '../breaks.ts';
import { type Call, broken, brokenBy, type Break, type Fault } from '../fault.ts';
import { filterNames } from '../../../src/judge/steps.ts';
import { savedField } from '../../../src/judge/walk/cells.ts';

/** Every field and parameter of an operation: ignored where that shows, refused where it must be taken. */
export function requestFaults(operation: Operation, stated: readonly ClauseId[]): readonly Fault[] {
  const { id, members, parameters, body, catalogue } = operation;
  const faultsIn = (member: Member, place: string): readonly Fault[] => {
    const own = member.clauses.filter((each) => stated.includes(each));
    const [clause = bodyRule[id], ofValues = clause] = own;
    if (clause === undefined || ofValues === undefined) return [];
    const needed = neededFaults(id, member, (rule) => catalogue.get(rule)?.kind === 'assumed');
    return [
      ...faultsOfMember(id, member, place, clause),
      ...brokenBy(needed, (how) => [`${id}: ${place} ${how}`, how === 'is not required' ? clause : ofValues]),
    ];
  };
  return [
    ...members.flatMap((member) => faultsIn(member, member.name)),
    ...parameters.flatMap((parameter) => faultsIn(parameter, body === 'none' ? parameter.name : `?${parameter.name}`)),
  ];
}

/** The rules of bodies whose fields name none of their own. */
const bodyRule: Readonly<Partial<Record<OperationId, ClauseId>>> = { updateAgent: 'agent-update.body' };

/** What is required and was not sent, or is invalid, is accepted, although it is a rule of the mock's own that refuses it. */
function neededFaults(
  operation: OperationId,
  { isRequired, refusals }: Member,
  isAssumed: (rule: RefusalId) => boolean,
): Readonly<Record<string, Break | false>> {
  const accepting = (refusal: RefusalId | undefined): Break | false =>
    isRequired &&
    refusal !== undefined &&
    isAssumed(refusal) &&
    answering((call) => call.is(operation) && call.rule === refusal, 'success');
  return { 'is not required': accepting(refusals.missing), 'may be invalid': accepting(refusals.invalid) };
}

/** Fields of which no value is known to be taken. */
const open = /speech_to_text|llm|voice_id|transcriber_language|guardrails|isEnabled|metadata_output/;

/** Whether no operation shows a field again, beside what is open. */
function isUnseen(name: string): boolean {
  const saved = savedField(name);
  return open.test(name) || name === 'language' || (saved !== undefined && saved.shown === undefined);
}

function faultsOfMember(operation: OperationId, member: Member, place: string, clause: ClauseId): readonly Fault[] {
  const { name, schema } = member;
  const field = place.replace(/\[\]$/, '');
  const isSent = ({ request }: Call): boolean => hasField(request, field);
  const isOfAgent = operation === 'createAgent';
  const isSaved = isOfAgent && !isUnseen(name) && name !== 'agent_id' && name !== 'status';
  const taken: Readonly<Record<string, Break | false>> = {
    'is ignored': !isUnseen(name) && losing(operation, field, isSent),
    'is ignored by creations': isSaved && losing(operation, field, (call) => call.isCreation),
    'is ignored by updates': isSaved && losing(operation, field, (call) => call.isUpdate),
    'is refused': !open.test(name) && instead(operation, isSent),
    // Of the others the self-test's settings name no value.
    'ends in a failure':
      open.test(name) && /^(?:basic|guard|knowledge)/.test(name) && instead(operation, isSent, 'errors.server'),
    'takes a text': isOfAgent && schema['type'] === 'object' && takingAs(operation, field, () => undefined),
  };
  const read = isUnseen(name) || name === 'agent_id' ? {} : readingFaults(operation, field, schema);
  const rule = name === 'campaign_status' ? 'campaign.status.accepted' : clause;
  return [
    ...brokenBy(taken, (how) => [`${operation}: ${place} ${how}`, clause]),
    ...brokenBy(read, (how) => [`${operation}: ${place} ${how}`, rule]),
  ];
}

/** A default that is another one, listed values that are refused or read as others, counts and texts that are read wrong. */
function readingFaults(
  operation: OperationId,
  field: string,
  { type, default: usual, ...schema }: Member['schema'],
): Readonly<Record<string, Break>> {
  const faults: Record<string, Break> = {};
  const isQuery = operation.startsWith('list');
  const listed = listedIn(schema);
  const reading = (change: (text: string) => string): Break => takingAs(operation, field, change);
  if (usual !== undefined) {
    const other = `${typeof usual === 'number' ? usual * 2 : !usual}`;
    faults['has another default'] = asking(
      operation,
      (call) => call.query(field) === undefined && withQuery(call.request, field, other),
    );
  }
  for (const [at, value] of listed.entries()) {
    const next = listed[(at + 1) % listed.length] ?? value;
    const isSent = ({ request }: Call): boolean => hasField(request, `${field}=${value}`);
    // Which status of a campaign follows on which is open: it is refused as one that there is not.
    const unlisted = reading((text) => (text === value ? 'unlisted' : text));
    faults[`of ${value} is refused`] = field === 'campaign_status' ? unlisted : instead(operation, isSent);
    // What the other statuses of an agent and of a campaign do is told by what is done, or open.
    if (!field.endsWith('status') || isQuery || value === 'force_completed') {
      faults[`of ${value} is read as ${next}`] = reading((text) => (text === value ? next : text));
    }
  }
  // Of a column the key alone is sure to show as it was sent.
  if (type === 'string' && listed.length === 0 && !isQuery && !/metadata.*(?:type|description)\]$/.test(field)) {
    // A name is short, and has one line.
    const hows = Object.entries(misreadings).filter(
      ([how]) => !/lines|cut/.test(how) || /description\]?$|prompt\]?$/.test(field),
    );
    for (const [how, change] of hows) faults[how] = reading(change);
  }
  if (isQuery && field !== 'campaign_id' && JSON.stringify({ type, ...schema }).includes('integer')) {
    faults['counts one more'] = reading((text) => text.replaceAll(/\d+/g, (each) => `${+each + 1}`));
  }
  return faults;
}

const misreadings: Readonly<Record<string, (text: string) => string>> = {
  'is read as ASCII': (text) => text.replaceAll(/[^ -~\r\n]/gu, '?'),
  'is read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'has its lines joined': (text) => text.replaceAll('\n', ' '),
  'is cut after 2,000 characters': (text) => text.slice(0, 2000),
  'has its quotes escaped': (text) => text.replaceAll('"', '&quot;'),
};

const rareMisreadings: typeof misreadings = {
  'loses its emoji': (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, ''),
  'is cut after 255 characters': (text) => text.slice(0, 255),
  'is cut after 63 characters': (text) => text.slice(0, 63),
  'has its markup escaped': (text) => text.replaceAll('<', '&lt;'),
  'has its ampersands escaped': (text) => text.replaceAll('&', '&amp;'),
  'has its apostrophes doubled': (text) => text.replaceAll("'", "''"),
  'loses a leading zero': (text) => text.replace(/^0(?=\d+$)/, ''),
  'ends before a comma': (text) => text.replace(/(?<=\S),.*/su, ''),
  'has its blanks joined': (text) => text.replaceAll(/ {2,}/g, ' '),
  'loses its backslashes': (text) => text.replaceAll('\\', ''),
};

/** Texts of each field that are seldom read wrong, other ones for each; from the plain faults of requests. */
export function rareFaults(plain: readonly Fault[]): readonly Fault[] {
  const last = Object.keys(misreadings).at(-1) ?? '';
  const texts = plain.filter(({ name }) => name.endsWith(` ${last}`));
  const rare = Object.entries(rareMisreadings);
  return texts.flatMap(({ name, clause, toldAs }, at) => {
    const [operation = '', place = ''] = name.replace(` ${last}`, '').split(': ');
    const field = place.replace(/\[\]$/, '');
    return [0, 1, 2].flatMap((each) => {
      const [how = '', change] = rare[(3 * at + each) % rare.length] ?? [];
      // A name is of the run, and has no more than 100 characters.
      if (change === undefined || (/name\]?$/.test(field) && /zero|255/.test(how))) return [];
      return [
        broken(`${operation}: ${place} ${how}`, clause, takingAs(operation as OperationId, field, change), toldAs),
      ];
    });
  });
}

function listedIn(schema: Member['schema']): readonly string[] {
  const [first] = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as Member['schema'][]) : [schema];
  return Array.isArray(first?.['enum']) ? first['enum'].map(String) : [];
}

/** A filter of which the last value counts alone, which is read as one beside it, and which the totals do not see. */
export const filterFaults: readonly Fault[] = filterNames.flatMap((name, at) => {
  const clause: ClauseId = `audience-list.filter.${name.replace('_', '-') as 'status'}`;
  const [before = name, next = name] = [filterNames.at(at - 1), filterNames[(at + 1) % filterNames.length]];
  const hows = {
    'has its last value alone': name !== 'mobile_no' && takingLast(name),
    [`is read as ${next}`]: askingAnother(name, next),
    [`is read as ${before}`]: askingAnother(name, before),
  };
  return [
    ...brokenBy(hows, (how) => [`the filter ${name} ${how}`, clause]),
    broken(`the totals do not see the filter ${name}`, 'audience-list.filter.totals', countingAll(name)),
  ];
});

function takingLast(name: string): Break {
  return asking('listAudience', ({ request }) => {
    const values = request.query.filter(([each]) => each.replace(/\[.*/, '') === name);
    const last = values.flatMap(([, value]) => value.split(',')).at(-1);
    return last !== undefined && withQuery(withoutField(request, name), name, last);
  });
}

function askingAnother(name: string, other: string): Break {
  return asking('listAudience', (call) => {
    const value = call.query(name);
    return value !== undefined && withQuery(withoutField(call.request, name), other, value);
  });
}

function countingAll(name: string): Break {
  return showing('listAudience', async (body, call) => {
    if (call.query(name) === undefined) return;
    const unfiltered = withoutField(withoutField(call.request, name), 'page');
    const { totalRecords, totalPages } = JSON.parse((await call.correct(unfiltered)).text).pagination;
    Object.assign(body.pagination as object, { totalRecords, totalPages });
  });
}
