import { fieldOf, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import { below, listAt, objectAt, textAt } from './json-access.ts';
import type { Operation, TokenSource } from '../operation.ts';

/** Which header comes first if several are sent, unless `x-token-order` says otherwise (auth.precedence). */
const usualOrder = ['token', 'api_access_token', 'authorization'];

/**
 * The headers in which an operation takes a token, in the order of precedence; schemes of one header are one source.
 * The scheme that is called `loginToken` takes login tokens, the others API tokens.
 * @throws ContractDocumentError for a scheme that cannot be read, and if there is none
 */
export function readTokenSources(
  document: JsonObject,
  operation: JsonObject,
  place: string,
): Pick<Operation, 'tokenSources' | 'tokenAtFirst'> {
  const components = objectAt(document['components'], 'openapi.yaml#/components');
  const schemes = objectAt(components['securitySchemes'], 'openapi.yaml#/components/securitySchemes');
  const order = listAt(document['x-token-order'] ?? usualOrder, 'openapi.yaml#/x-token-order');
  const sources = new Map<string, TokenSource>();
  let tokenAtFirst: Operation['tokenAtFirst'] | undefined;
  listAt(operation['security'], below(place, 'security')).forEach((requirement, index) => {
    const at = below(place, 'security', index);
    for (const name of Object.keys(objectAt(requirement, at))) {
      const { header, form } = readScheme(fieldOf(schemes, name), name, at);
      tokenAtFirst ??= { header, form };
      const others = sources.get(header)?.forms ?? [];
      const kind = name === 'loginToken' ? 'login-token' : 'api-token';
      sources.set(header, { header, kind, forms: [...others, form] });
    }
  });
  if (tokenAtFirst === undefined) {
    throw new ContractDocumentError(below(place, 'security'), 'names no security scheme.');
  }
  const tokenSources = [...sources.values()].sort((a, b) => order.indexOf(a.header) - order.indexOf(b.header));
  return { tokenSources, tokenAtFirst };
}

function readScheme(value: unknown, name: string, place: string): { header: string; form: 'plain' | 'bearer' } {
  const scheme = value === undefined ? {} : objectAt(value, place);
  if (scheme['type'] === 'http' && scheme['scheme'] === 'bearer') {
    return { header: 'authorization', form: 'bearer' };
  }
  if (scheme['type'] === 'apiKey' && scheme['in'] === 'header') {
    const header = textAt(scheme['name'], place).toLowerCase();
    if (usualOrder.includes(header)) {
      return { header, form: 'plain' };
    }
  }
  throw new ContractDocumentError(place, `${name} names no security scheme that can be read.`);
}
