import { Refusal } from '../domain/refusal.ts';
import type { FormFile } from '../domain/agent-form.ts';
import type { FileType } from './reading/file-type.ts';
import type { UploadedFile } from './reading/uploaded-file.ts';

const mediaTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** What is kept of a file: its type is the media type that its name and leading bytes tell. */
export function keptFile({ name, size, detectedType, sha256 }: UploadedFile): FormFile {
  return { name, size, type: detectedType === undefined ? '' : mediaTypes[detectedType], sha256 };
}

/**
 * Refuses a file that breaks a limit of section 8, naming it.
 * @param imageField the field that takes an image; every other file is for the knowledge base
 * @throws Refusal
 */
export function refuseFile(file: UploadedFile, imageField: string): void {
  const isImage = file.field.startsWith(imageField);
  switch (file.problem) {
    case undefined:
      return;
    case 'too-large':
      throw new Refusal('createagentorupdate.files.size', `The file ${file.name} is larger than 10 MB.`);
    case 'empty':
      throw new Refusal('createagentorupdate.files.empty', `The file ${file.name} is empty.`);
    case 'too-many':
      throw new Refusal(
        'createagentorupdate.files.count',
        isImage
          ? `At most 1 file is accepted in ${imageField}; ${file.name} is one too many.`
          : `At most 3 files are accepted in FILE_KNOWLEDGE_BASES; ${file.name} is one too many.`,
      );
    case 'wrong-type':
      throw isImage
        ? new Refusal(
            'createagentorupdate.basic-details.chatbot-image.types',
            `The file ${file.name} is not a PNG, JPEG, GIF or WebP image.`,
          )
        : new Refusal(
            'createagentorupdate.files.types',
            `The file ${file.name} is not a PDF, DOC, DOCX, XLSX or CSV file.`,
          );
  }
}
