import type { Schemas } from '../api/control-client.ts';
import type { SendableRequest } from '../text/copy-as.ts';

type JournalEntry = Schemas['JournalEntry'];
type Header = Schemas['Header'];

const mask = '[masked]';

/** Headers that say something to the API; the others are the client's or the connection's own. */
const kept = /^(token|api_access_token|authorization|content-type|prefer|x-.+)$/i;
const notKept = /^(x-forwarded-.+|x-mock-control-token|x-mock-world)$/i;

/** A request of the journal as it can be sent again: with a token in place of the masked one, in the same world. */
export function sendableRequest(entry: JournalEntry, origin: string, token: string): SendableRequest {
  const body = bodyOf(entry);
  const headers = entry.request.headers
    .filter(({ name }) => kept.test(name) && !notKept.test(name))
    // A form's type names its boundary, which is another one each time.
    .filter(({ name }) => !(body.kind === 'form' && name.toLowerCase() === 'content-type'))
    .map((header) => unmasked(header, token === '' ? '<TOKEN>' : token));
  const world = entry.world === 'default' ? [] : [{ name: 'x-mock-world', value: entry.world }];
  return { method: entry.request.method, url: origin + entry.request.url, headers: [...headers, ...world], body };
}

function unmasked({ name, value }: Header, token: string): Header {
  if (!value.includes(mask)) return { name, value };
  return { name, value: name.toLowerCase() === 'authorization' ? `Bearer ${token}` : token };
}

function bodyOf({ request }: JournalEntry): SendableRequest['body'] {
  const { body, headers } = request;
  if (body === null || body.size === 0) return { kind: 'none' };
  if (body.json === undefined) return { kind: 'text', text: body.text ?? '' };
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return /^multipart\/form-data/i.test(type)
    ? { kind: 'form', fields: formFields(body.json) }
    : { kind: 'json', value: body.json };
}

/** Fields by their names in brackets: `a[b]`, `a[]` for an item that is a text, `a[0][b]` for one that has members. */
function formFields(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    return (value as unknown[]).flatMap((item, index) =>
      formFields(item, isContainer(item) ? `${name}[${index}]` : `${name}[]`),
    );
  }
  if (isContainer(value)) {
    return Object.entries(value).flatMap(([member, child]) =>
      formFields(child, name === '' ? member : `${name}[${member}]`),
    );
  }
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
