import type { ContractDocument } from '../../document/read/load.ts';
import type { ChoiceId, RefusalChoice, ValueChoice } from '../choices.gen.ts';
import { DocumentDraft, type Edit } from '../edits/document-draft.ts';
import { describeErrors } from '../edits/describe-errors.ts';
import { placeOfValue } from '../edits/value-edits.ts';
import { alternativesIn, valuesIn, type Profile } from './profile.ts';
import { errorEdits } from '../edits/error-edits.ts';
import { readingEdits } from '../edits/reading-edits.ts';
import { schemaEdits } from '../edits/schema-edits.ts';

/** What is decided later goes by what was decided before: a code by the status, the members of an error by all. */
const order: readonly ((id: ChoiceId, isValue: boolean) => boolean)[] = [
  (id, isValue) => !isValue && !isCode(id) && !isShape(id),
  (id, isValue) => isValue && !id.endsWith('.code'),
  (id, isValue) => !isValue && isCode(id),
  (id, isValue) => isValue && id.endsWith('.code'),
  (id, isValue) => !isValue && isShape(id),
];
const isCode = (id: ChoiceId) => id.startsWith('errors.code.') || id.startsWith('codes.');
const isShape = (id: ChoiceId) => id.startsWith('errors.shape.');

/**
 * The document with what a profile's choices change of it.
 * @throws ContractDocumentError if the document has no place for a change
 */
export function amendDocument(document: ContractDocument, profile: Profile): ContractDocument {
  const draft = new DocumentDraft(document);
  const edits: Readonly<Record<string, Readonly<Record<string, Edit>>>> = documentEdits;
  // In the order of the catalogue, however the file lists them.
  const listed = [...document.choices.keys()];
  const byCatalogue = (one: readonly [ChoiceId, unknown], other: readonly [ChoiceId, unknown]): number =>
    listed.indexOf(one[0]) - listed.indexOf(other[0]);
  const alternatives = [...alternativesIn(profile)].sort(byCatalogue);
  const values = [...valuesIn(profile)].sort(byCatalogue);
  for (const isNow of order) {
    for (const [id, name] of alternatives) if (isNow(id, false)) edits[id]?.[name]?.(draft);
    for (const [id, value] of values) {
      // The profile was checked against the catalogue: only these have values.
      if (isNow(id, true)) placeOfValue(id as RefusalChoice | ValueChoice).write(draft, value);
    }
  }
  describeErrors(draft);
  return document.amended(draft.document);
}

/** The choices that are decided in the document: what each alternative makes of it. */
export const documentEdits = { ...readingEdits, ...schemaEdits, ...errorEdits };
