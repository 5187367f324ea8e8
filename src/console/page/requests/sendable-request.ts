import type { Schemas } from '../api/control-client.ts';
import { type TokenWish, badToken } from '../ui/token-picker.tsx';
import type { SendableFile, SendableRequest } from '../text/copy-as.ts';

type JournalEntry = Schemas['JournalEntry'];
type Header = Schemas['Header'];

const mask = '[masked]';

/** Headers that say something to the API; the others are the client's or the connection's own. */
const kept = /^(token|api_access_token|authorization|content-type|prefer|x-.+)$/i;
const notKept = /^(x-forwarded-.+|x-mock-control-token|x-mock-world|x-mock-client)$/i;

/** A request of the journal as it can be sent again: with a token in place of the masked one, in the same world. */
export function sendableRequest(entry: JournalEntry, origin: string, token: string): SendableRequest {
  const body = bodyOf(entry);
  const headers = entry.request.headers
    .filter(({ name }) => kept.test(name) && !notKept.test(name))
    // A form's type names its boundary, which is another one each time.
    .filter(({ name }) => !(body.kind === 'form' && name.toLowerCase() === 'content-type'))
    .map((header) => unmasked(asApplied(header, entry), token === '' ? '<TOKEN>' : token));
  const world = entry.world === 'default' ? [] : [{ name: 'x-mock-world', value: entry.world }];
  return { method: entry.request.method, url: origin + entry.request.url, headers: [...headers, ...world], body };
}

/** Which token stands in for that of a request: of the same workspace, or one that is no good where that was so. */
export function tokenWish({ workspace, request, operation, at }: JournalEntry): TokenWish {
  const isUnknown = workspace === null && request.headers.some(({ value }) => value.includes(mask));
  return {
    workspaceId: workspace ?? undefined,
    kind: operation === 'getToken' ? 'login' : 'api',
    first: isUnknown ? badToken : undefined,
    before: at,
  };
}

/** A preference that was applied tells the seed that was drawn, so that the same comes again. */
function asApplied({ name, value }: Header, { answer }: JournalEntry): Header {
  const applied = answer.headers.find((one) => one.name.toLowerCase() === 'preference-applied')?.value;
  return name.toLowerCase() === 'prefer' && applied !== undefined ? { name, value: applied } : { name, value };
}

function unmasked({ name, value }: Header, token: string): Header {
  if (!value.includes(mask)) return { name, value };
  return {
    name,
    value: /^bearer\b/i.test(value) || name.toLowerCase() === 'authorization' ? `Bearer ${token}` : token,
  };
}

function bodyOf({ request, rule }: JournalEntry): SendableRequest['body'] {
  const { body, headers } = request;
  if (body === null || body.size === 0) return { kind: 'none' };
  if (body.json === undefined) return { kind: 'text', text: body.text ?? '' };
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  if (!/^multipart\/form-data/i.test(type)) return { kind: 'json', value: body.json };
  // A file that was refused for its type is to be refused again.
  const isOfItsType = rule?.endsWith('.types') !== true;
  const files = (body.files ?? []).map((file): SendableFile => {
    const { field, name, size } = file;
    return { field, name, size, type: file.type, isOfItsType };
  });
  return { kind: 'form', fields: formFields(body.json), files };
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
