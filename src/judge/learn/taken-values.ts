import { kindOfFault } from '../../document/validate/request-fault.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { valueAt, type Json, type JsonObject, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { ExampleLesson } from './refusals-seen.ts';
import { beside, plainFields } from './sources.ts';

type Plain = string | number;

/** A field of a request that saves something, as it was sent. */
interface SentValue {
  readonly name: string;
  /** Undefined of another type than the document says, and of texts of other kinds. */
  readonly value: Plain | undefined;
  readonly answer: CheckedAnswer;
}

const schemas = { createAgent: 'AgentChange', createAgentOrUpdate: 'AgentForm', updateAgent: 'AgentRenaming' } as const;

/** Fields of which nobody but the deployment knows what they take: parts of objects, languages and codes. Which voices there are is told by their ids. */
const listed =
  /^(?!voice\.voice_id$)\w+\.|^language$|^basic_details\[(?:category|purpose|\w+_provider|transcriber_language)\]$/;

/**
 * What fields take of which a deployment has refused some values and taken others: bounds of numbers, lists of texts. What
 * was refused was sent by itself. A value that was taken one time and refused another tells nothing.
 */
export function takenLessons(answers: readonly CheckedAnswer[], document: ContractDocument): readonly ExampleLesson[] {
  const sent = answers.map((answer) => valuesSent(answer, document));
  const taken = sent.flat().filter(({ answer }) => answer.status < 300);
  const refused = sent.flatMap((all) => {
    const [tried, ...others] = all.filter(({ name }) => !beside.test(name));
    const isTold = tried !== undefined && others.length === 0 && listed.test(tried.name);
    return isTold && [400, 422].includes(tried.answer.status) ? [tried] : [];
  });
  return [...grouped(refused, lessonNamed)].flatMap(([what, all]) => {
    const [{ name, answer }] = all as readonly [SentValue];
    const own = valuesOf(taken.filter((each) => lessonNamed(each) === what));
    const others = valuesOf(all);
    const strange = others.filter((value) => !own.some((each) => isAlike(each, value)));
    const rule = others.some((value) => own.includes(value)) ? undefined : takenRule(own, strange);
    if (rule === undefined) return [];
    const target = `$${placeIn(answer, name)
      .map((step) => `['${step}']`)
      .join('')}`;
    return [{ what, said: JSON.stringify(rule), actions: [{ target, update: { 'x-assumed': rule } }], answer }];
  });
}

function lessonNamed({ name, answer }: SentValue): string {
  return `${String(answer.request.operation)} ${name} values`;
}

function valuesOf(sent: readonly SentValue[]): readonly Plain[] {
  return [...new Set(sent.flatMap(({ value }) => value ?? []))];
}

/** Case is a kind of its own. */
function isAlike(one: Plain, other: Plain): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

/** A range, if it is one that was taken; of numbers that have none, and of texts, those that were taken. */
function takenRule(taken: readonly Plain[], refused: readonly Plain[]): JsonObject | undefined {
  if (taken.length === 0 || refused.length === 0) return undefined;
  const numbers = taken.filter((value) => typeof value === 'number');
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const below = refused.filter((value) => Number(value) < least);
  const above = refused.filter((value) => Number(value) > most);
  const isRange = numbers.length === taken.length && below.length + above.length === refused.length;
  if (!isRange) return numbers.length > 0 && !numbers.every(Number.isInteger) ? undefined : { enum: taken };
  return { ...(below.length > 0 && { minimum: least }), ...(above.length > 0 && { maximum: most }) };
}

/** Values of the type that the document says: others are of kinds of their own. */
function valuesSent(answer: CheckedAnswer, { openapi }: ContractDocument): readonly SentValue[] {
  const { operation, body } = answer.request;
  if (!(String(operation) in schemas) || (body.kind !== 'json' && body.kind !== 'form')) return [];
  const isForm = body.kind === 'form';
  const fields = isForm ? body.parts.map(({ name, value }) => [name, value] as const) : plainFields(body.value as Json);
  return fields.map(([name, value]) => {
    return { name, value: typed(value, valueAt(openapi, placeIn(answer, name)), isForm), answer };
  });
}

/** Where the document describes a field. */
function placeIn({ request: { operation, body } }: CheckedAnswer, name: string): readonly string[] {
  const steps = body.kind === 'form' ? [name] : name.split('.');
  const schema = schemas[operation as keyof typeof schemas];
  return ['components', 'schemas', schema, ...steps.flatMap((step) => ['properties', step])];
}

function typed(value: unknown, schema: unknown, isForm: boolean): Plain | undefined {
  const kind = kindOfFault(value, (schema ?? {}) as JsonObject);
  if (kind === 'number-text') return isForm && /^-?\d+$/.test(String(value)) ? Number(value) : undefined;
  const isText = kind === 'value' && typeof value === 'string' && value === value.trim() && value.length <= longest;
  return kind === 'outside' || isText ? (value as Plain) : undefined;
}

/** In characters: a longer text is of a kind of its own. */
const longest = 60;
