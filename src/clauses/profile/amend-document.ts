import type { ContractDocument } from '../../document/read/load.ts';
import type { JsonObject } from '../../domain/records.ts';
import { documentEdits } from '../edits/document-edits.ts';
import { DocumentDraft, type Edit } from '../edits/document-draft.ts';
import { alternativesIn, type Profile } from './profile.ts';

/** The document as it reads where the profile's choices hold. Throws `ContractDocumentError`. */
export function amendDocument(document: ContractDocument, profile: Profile): ContractDocument {
  const draft = new DocumentDraft(document);
  const edits: Readonly<Record<string, Readonly<Record<string, Edit>>>> = documentEdits;
  for (const [id, name] of alternativesIn(profile)) edits[id]?.[name]?.(draft);
  return document.amended(draft.document as JsonObject);
}
