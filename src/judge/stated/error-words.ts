import type { ClauseId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { callerOf, credentialsIn } from './callers.ts';
import { found, type Compared } from './expectation.ts';
import { readSaving } from './expected-saving.ts';
import type { Facts } from './model.ts';
import { isContainer, memberOf } from '../../json/json-value.ts';

/** The words of section 7, by the status of the refusals that they belong to. */
export const words = {
  400: ['LOGIN_TOKEN_REQUIRED'],
  401: ['INVALID_LOGIN_TOKEN', 'AUTH_REQUIRED', 'AUTH_INVALID'],
  404: ['NO_API_TOKEN_FOUND'],
  422: ['VALIDATION_ERROR', 'MISSING_FIELD', 'INVALID_FORMAT'],
  500: ['SERVER_ERROR'],
} as const;

const everyWord: readonly string[] = Object.values(words).flat();

/** What a refusal may say, and the rule that it follows. */
interface Worded {
  readonly clause: ClauseId;
  readonly allowed: readonly string[];
}

/**
 * The words that an error body holds. In which member one stands is not shown: `code` is an integer at one place of the
 * specification and a word at another.
 */
export function wordsIn(body: unknown): string[] {
  if (typeof body === 'string') return everyWord.filter((word) => new RegExp(`\\b${word}\\b`).test(body));
  return isContainer(body) ? Object.values(body).flatMap(wordsIn) : [];
}

/** Whether an error body has a code of text that is neither a word of section 7 nor a status. */
export function hasOwnCode(body: unknown): boolean {
  const code = memberOf(body, 'code');
  return typeof code === 'string' && !/^\d{3}$/.test(code) && !everyWord.includes(code);
}

/** A word that a refusal of the agent creation endpoint holds fits the reason for it. */
export function wordLaw(facts: Facts, answer: CheckedAnswer): Compared {
  const worded = wordedOf(facts, answer);
  if (worded === null) return { findings: [], reached: [] };
  const { clause, allowed } = worded;
  const came = wordsIn(answer.body);
  const isForm = answer.request.operation === 'createAgentOrUpdate';
  if (came.length === 0 ? !isForm || !hasOwnCode(answer.body) : came.some((word) => allowed.includes(word))) {
    return { findings: [], reached: [clause] };
  }
  const expected = `the code ${allowed.join(' or ')}`;
  return { findings: [found(clause, '/code', expected, memberOf(answer.body, 'code') ?? came)], reached: [clause] };
}

function wordedOf(facts: Facts, answer: CheckedAnswer): Worded | null {
  const { operation } = answer.request;
  if (operation !== 'createAgent' && operation !== 'createAgentOrUpdate') return null;
  if (answer.status === 401) return wordedCaller(answer);
  return answer.status === 422 ? wordedFields(facts, answer) : null;
}

function wordedFields(facts: Facts, answer: CheckedAnswer): Worded {
  const { operation } = answer.request;
  const [, missing, format] = words[422];
  const { first, fields } = readSaving(answer, facts);
  const wrong = fields.filter(({ verdict }) => verdict === 'wrong');
  const isSure = operation === 'createAgentOrUpdate' && callerOf(answer.request, facts) === 'own';
  if (isSure && first !== null && fields.every(({ verdict }) => verdict === 'taken')) {
    return { clause: 'codes.missing-field', allowed: words[422].filter((word) => word !== format) };
  }
  if (!isSure || first !== null || wrong.length === 0) return { clause: 'codes.validation-error', allowed: words[422] };
  const isFile = wrong.some(({ name }) => name === 'FILE_KNOWLEDGE_BASES');
  return {
    clause: isFile ? 'codes.validation-error' : 'codes.invalid-format',
    allowed: words[422].filter((word) => word !== missing),
  };
}

/** A token that is missing is not an invalid one; one that is invalid may be called either. */
function wordedCaller({ request }: CheckedAnswer): Worded {
  const { token, api_access_token: access, authorization } = credentialsIn(request);
  const isMissing = [token, access, authorization].every((each) => each === undefined);
  const [, required, invalid] = words[401];
  return isMissing
    ? { clause: 'codes.auth-required', allowed: [required] }
    : { clause: 'codes.auth-invalid', allowed: [required, invalid] };
}
