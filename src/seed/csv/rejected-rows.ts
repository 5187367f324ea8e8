import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { stringify, type Stringifier } from 'csv-stringify';
import { type CsvFile, type CsvRow, rejectionColumns } from './read-rows.ts';

/** Keeps the rows that were not taken, as they came, each with its line and the reason. */
export interface RejectedRows {
  readonly add: (row: CsvRow, reason: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Rejected rows in a file that is there from the first of them on. */
export function createRejectedRows(path: string, { header, layout }: CsvFile): RejectedRows {
  let opened: { readonly rows: Stringifier; readonly written: Promise<void> } | undefined;
  const open = (): NonNullable<typeof opened> => {
    const { has_bom: bom, delimiter, newline: record_delimiter } = layout;
    const rows = stringify({ bom, delimiter, record_delimiter });
    const output = rows.pipe(createWriteStream(path));
    rows.write([...header, ...rejectionColumns]);
    return { rows, written: finished(output) };
  };
  return {
    add: async ({ line, values }, reason) => {
      opened ??= open();
      const padded = [...values, ...Array<string>(Math.max(0, header.length - values.length)).fill('')];
      if (!opened.rows.write([...padded, String(line), reason])) await once(opened.rows, 'drain');
    },
    close: async () => {
      opened?.rows.end();
      await opened?.written;
    },
  };
}
