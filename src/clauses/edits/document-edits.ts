import { errorEdits } from './error-edits.ts';
import { readingEdits } from './reading-edits.ts';
import { schemaEdits } from './schema-edits.ts';

/** The choices that are decided in the document: what each alternative makes of it. */
export const documentEdits = { ...readingEdits, ...schemaEdits, ...errorEdits };
