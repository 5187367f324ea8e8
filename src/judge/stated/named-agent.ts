import type { CheckedAnswer } from '../report/violation.ts';
import { isObject } from './sent-fields.ts';

/** The id of the agent that a request names, in its body, form or query, as a number or in a UUID; null if none. */
export function namedIn({ request: { body, query } }: CheckedAnswer): number | null {
  const given = inBody(body) ?? query.find(([name]) => name === 'agent_id')?.[1];
  const text = typeof given === 'string' && given.length === 36 ? given.slice(-12) : given;
  const id = typeof text === 'string' && text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(id) ? id : null;
}

function inBody(body: CheckedAnswer['request']['body']): unknown {
  if (body.kind === 'form') return body.parts.find(({ name }) => name === 'agent_id')?.value;
  return body.kind === 'json' && isObject(body.value) ? body.value['agent_id'] : undefined;
}
