/** Where a shared store is. */
export interface StoreAddress {
  /** For the client, with the password. */
  readonly url: string;
  /** For people: without the password, and without what may hold another secret. */
  readonly shown: string;
  /** The password as it may stand in a message; '' if there is none. */
  readonly secret: string;
  /** The name of the log: several may be in one database. */
  readonly name: string;
}

const pattern =
  /^(?<scheme>postgres(?:ql)?):\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^@/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

const lonePercent = /%(?![0-9a-f]{2})/i;

/** Whether a text is meant as the address of a shared store. */
export function isStoreAddress(text: string): boolean {
  return /^postgres(?:ql)?:/.test(text);
}

/** What the address of a shared store must be, to end a message with. */
export const storeAddressRule =
  'the address of a store: give one as postgres://USER:PASSWORD@HOST:PORT/DATABASE, what has a meaning in addresses with a percent sign (%25 for one itself), ?log=NAME at its end for a log of its own';

/** What was given in the place of an address, without what may be a secret: `mysql://…`. */
export function shownAddress(text: string): string {
  const [scheme = ''] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text) ?? [];
  return `${scheme}…${lonePercent.test(text) ? ' with a lone %' : ''}`;
}

/** Reads the address of a shared store, several hosts included; undefined for what is not one. */
export function parseStoreAddress(text: string): StoreAddress | undefined {
  const found = pattern.exec(text);
  if (found === null || lonePercent.test(text)) return undefined;
  const part = (name: string): string => found.groups?.[name] ?? '';
  const parameters = new URLSearchParams(part('query'));
  const name = parameters.get('log') ?? 'mock';
  if (!/^[\w.-]{1,64}$/.test(name)) return undefined;
  parameters.delete('log');
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  const login = part('login');
  const [user = '', password = ''] = login.split(/:(.*)/s);
  const as = (who: string) => `${part('scheme')}://${who === '' ? '' : `${who}@`}${part('hosts')}${part('path')}`;
  return { url: as(login) + rest, shown: as(user), secret: decodeURIComponent(password), name };
}
