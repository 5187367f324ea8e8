import { alternatives } from '../../document/read/expectation.ts';
import { listName } from '../../document/validate/list-name.ts';
import type { FileField, FileProblem, DocumentedOperation } from '../../document/operation.ts';
import type { FormFile } from '../../domain/agents/agent-form.ts';
import { Refusal } from '../../domain/refusal.ts';
import { fileTypeLabel } from './body/file-type.ts';
import type { UploadedFile } from './body/uploaded-file.ts';

/** What is kept of the files of a request, by the field that takes them; of a field that no file came in, nothing. */
export function keptFiles(
  files: readonly UploadedFile[],
  { fileFields }: Pick<DocumentedOperation, 'fileFields'>,
): Readonly<Record<string, readonly FormFile[]>> {
  const keptIn = (field: string) => files.filter((file) => listName(file.field) === field).map(keptFile);
  return Object.fromEntries([...fileFields.keys()].map((field) => [field, keptIn(field)]));
}

/** Its type is the media type that its name and leading bytes tell. */
function keptFile({ name, size, detectedType, sha256 }: UploadedFile): FormFile {
  return { name, size, type: detectedType ?? '', sha256 };
}

/**
 * Refuses the first file that breaks what the document says of its field; the message names the file.
 * @param files in the order sent
 * @throws Refusal
 */
export function refuseFiles(
  files: readonly UploadedFile[],
  { fileFields }: Pick<DocumentedOperation, 'fileFields'>,
): void {
  for (const { field: spelling, name, problem } of files) {
    const field = fileFields.get(listName(spelling));
    if (problem !== undefined && field !== undefined) {
      throw new Refusal(field.refusals[problem], messages[problem](name, field));
    }
  }
}

/**
 * Every media type that an operation takes files of must be one that can be told by its content.
 * @throws Error naming the field and the media type
 */
export function requireFileTypes({ id, fileFields }: Pick<DocumentedOperation, 'id' | 'fileFields'>): void {
  for (const { name, mediaTypes } of fileFields.values()) {
    const unknown = mediaTypes.find((type) => fileTypeLabel(type) === undefined);
    if (unknown !== undefined) {
      throw new Error(
        `${name} of ${id} takes ${unknown}, which src/http/request/body/file-type.ts cannot tell by its bytes.`,
      );
    }
  }
}

const megabyte = 2 ** 20;

const messages: Readonly<Record<FileProblem, (file: string, field: FileField) => string>> = {
  'too-many': (file, { name, maximumFiles }) =>
    `At most ${maximumFiles} ${maximumFiles === 1 ? 'file is' : 'files are'} accepted in ${name}; ${file} is one too many.`,
  'too-large': (file, { maximumSize }) => `The file ${file} is larger than ${maximumSize / megabyte} MB.`,
  empty: (file) => `The file ${file} is empty.`,
  'wrong-type': (file, { mediaTypes }) => {
    const noun = mediaTypes.every((type) => type.startsWith('image/')) ? 'image' : 'file';
    return `The file ${file} is not a ${alternatives(mediaTypes.map((type) => fileTypeLabel(type) ?? type))} ${noun}.`;
  },
};
