/** One page of an audience, as audience-list answers it. */
export interface AudiencePage {
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly pages: number;
}

/** Reads an answer of audience-list, whichever of its two forms it has. Undefined if it is none. */
export function readAudiencePage(body: unknown): AudiencePage | undefined {
  if (!isRecord(body)) return undefined;
  const { headers, datalist, pagination } = body;
  if (!Array.isArray(headers) || !Array.isArray(datalist) || !isRecord(pagination)) return undefined;
  return {
    columns: headers.filter(isRecord).map(({ key, label }) => ({ key: String(key), label: String(label) })),
    records: datalist.filter(isRecord),
    total: Number(pagination['totalRecords']),
    pages: Number(pagination['totalPages']),
  };
}

/** A cell as text: an object's members by name, nothing for what is empty. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${cellText(member)}`)
    .join('\n');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
