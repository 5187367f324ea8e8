import { ContractDocumentError } from './document-error.ts';
import { below, objectAt, textAt } from './json-access.ts';
import { isJsonObject, fieldOf } from '../../json/json-value.ts';
import { readReading, usualFileReading } from './reading-rules.ts';
import { listName } from '../validate/list-name.ts';
import type { RefusalId } from '../names.gen.ts';
import type { FileField, FileProblem, FileRefusals, Member, Refusals } from '../operation.ts';

/** The reasons to refuse a file, as `x-refusals` names them. */
export const fileProblems: readonly FileProblem[] = ['too-many', 'too-large', 'empty', 'wrong-type'];

/**
 * The fields of a form that take files: those whose encoding the document gives. `contentType` lists the media types,
 * text/plain where a text may come instead; `maxLength`, of a list that of its items, is the size of a file in bytes;
 * `maxItems` is how many a list takes.
 * @throws ContractDocumentError for a field that lacks one of them
 */
export function readFileFields(
  members: readonly Member[],
  encoding: unknown,
  place: string,
): ReadonlyMap<string, FileField> {
  return new Map(
    Object.entries(objectAt(encoding, place)).map(([name, value]) => {
      const at = below(place, name);
      const member = members.find((candidate) => candidate.name === name);
      if (member === undefined) throw new ContractDocumentError(at, 'is not a field of the form.');
      const types = textAt(objectAt(value, at)['contentType'], below(at, 'contentType')).split(/,\s*/);
      const reading = readReading(usualFileReading, objectAt(value, at)['x-reading'], at);
      return [listName(name), { ...readFileField(member, types, at), reading }];
    }),
  );
}

function readFileField(
  { name, schema, refusals }: Member,
  types: readonly string[],
  place: string,
): Omit<FileField, 'reading'> {
  const list = fieldOf(schema, 'items');
  const file = isJsonObject(list) ? list : schema;
  return {
    name: listName(name),
    maximumFiles: file === schema ? 1 : limitAt(schema['maxItems'], 'maxItems', place),
    maximumSize: limitAt(file['maxLength'], 'maxLength', place),
    mediaTypes: types.filter((type) => type !== 'text/plain'),
    takesText: types.includes('text/plain'),
    refusals: fileRefusals(refusals, place),
  };
}

function fileRefusals(refusals: Refusals, place: string): FileRefusals {
  const ruleFor = (problem: FileProblem): RefusalId => {
    const rule = refusals[problem];
    if (rule === undefined) throw new ContractDocumentError(place, `x-refusals names no rule for ${problem}.`);
    return rule;
  };
  return {
    'too-many': ruleFor('too-many'),
    'too-large': ruleFor('too-large'),
    empty: ruleFor('empty'),
    'wrong-type': ruleFor('wrong-type'),
  };
}

function limitAt(limit: unknown, keyword: string, place: string): number {
  if (typeof limit !== 'number') throw new ContractDocumentError(place, `the field takes files and has no ${keyword}.`);
  return limit;
}
