import { readFileSync, statSync } from 'node:fs';
import { locateJsonValue } from '../../json/json-text.ts';
import { recordsOfFile } from './collections/data-file.ts';
import { memberOf } from './collections/file-marks.ts';

/** A larger file takes long to be walked; in bytes. */
const largest = 4 * 2 ** 20;

/**
 * `:12:5` for the value at a JSON pointer of a file, or for the nearest part around it that is there; '' if the file
 * cannot tell.
 * @param id makes the pointer one into the record of this id
 */
export function placeInFile(file: string, pointer: string, id?: string | number): string {
  try {
    if (statSync(file).size > largest) return '';
    const text = readFileSync(file, 'utf8');
    const content: unknown = JSON.parse(text);
    const records = recordsOfFile(content);
    const steps = pointer.split('/').slice(1).map(unescaped);
    if (id !== undefined && records !== undefined) {
      steps.unshift(String(records.findIndex((record: unknown) => memberOf(record, 'id') === id)));
    }
    if (records !== undefined && records !== content) steps.unshift('records');
    const { line, column } = locateJsonValue(text, steps);
    return `:${line}:${column}`;
  } catch {
    // Missing, or not JSON: another error says so.
    return '';
  }
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
