import type { ClauseId } from '../../document/names.gen.ts';
import { isContainer, memberOf } from '../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { printed } from '../validate-answer.ts';
import { callerOf, credentialsIn } from './callers.ts';
import { type Compared, compareLaws, compared, found, jointly, nothing } from './expectation.ts';
import { readSaving } from './read-saving.ts';
import { type Facts, type Model, withChoice } from './model.ts';

/** The words of section 7, by the status of the refusals that they belong to. */
const words = {
  400: ['LOGIN_TOKEN_REQUIRED'],
  401: ['INVALID_LOGIN_TOKEN', 'AUTH_REQUIRED', 'AUTH_INVALID'],
  404: ['NO_API_TOKEN_FOUND'],
  422: ['VALIDATION_ERROR', 'MISSING_FIELD', 'INVALID_FORMAT'],
  500: ['SERVER_ERROR'],
} as const;

const everyWord: readonly string[] = Object.values(words).flat();
const isWord = (value: unknown): boolean => everyWord.some((word) => word === value);

/** The rule that a refusal follows, and what it may say. */
type Worded = readonly [clause: ClauseId, allowed: readonly string[]];

/** The words in an error body. In which field one stands is not shown: `code` is an integer at one place of the specification and a word at another. */
function wordsIn(body: unknown): string[] {
  if (typeof body === 'string') return everyWord.filter((word) => new RegExp(`\\b${word}\\b`).test(body));
  return isContainer(body) ? Object.values(body).flatMap(wordsIn) : [];
}

/** Whether an error body has a text as its code, in this field, that is neither a word of section 7 nor a status. */
function hasOwnCode(body: unknown, field = 'code'): boolean {
  const code = memberOf(body, field);
  return typeof code === 'string' && !/^\d{3}$/.test(code) && !everyWord.includes(code);
}

/** A word that a refusal of the agent creation endpoint holds fits the reason for it. */
export function wordLaw(model: Model, answer: CheckedAnswer): Compared {
  const worded = wordedOf(model, answer);
  if (worded === null) return nothing;
  const [clause, allowed] = worded;
  const { operation } = answer.request;
  const came = wordsIn(answer.body);
  const choice = `words of ${operation ?? ''}` as const;
  const [told] = Object.entries(isContainer(answer.body) ? answer.body : {}).find(([, each]) => isWord(each)) ?? [];
  const state = told === undefined ? model : withChoice(model, choice, told);
  // An operation that has told one word tells each; which of two is the agent creation endpoint is not said.
  const known = model.choices.get(choice);
  const field = typeof known === 'string' ? known : 'code';
  const isOpen = (known === undefined && operation !== 'createAgentOrUpdate') || !hasOwnCode(answer.body, field);
  if (came.length === 0 ? isOpen : came.some((word) => allowed.includes(word))) {
    return { state, findings: [], reached: [clause] };
  }
  const expected = `the code ${allowed.join(' or ')}`;
  const findings = [found(clause, `/${field}`, expected, memberOf(answer.body, field) ?? came)];
  return { state, findings, reached: [clause] };
}

function wordedOf(model: Model, answer: CheckedAnswer): Worded | null {
  const { operation } = answer.request;
  if (operation !== 'createAgent' && operation !== 'createAgentOrUpdate') return null;
  if (answer.status === 401) return wordedCaller(answer);
  return answer.status === 422 ? wordedFields(model, answer) : null;
}

function wordedFields(model: Model, answer: CheckedAnswer): Worded {
  const [, missing, format] = words[422];
  const { first, fields } = readSaving(model, answer);
  const wrong = fields.filter(({ verdict }) => verdict === 'wrong');
  const isOnly = wrong.length > 0 && fields.every(({ verdict }) => verdict !== 'open');
  const isSure = answer.request.operation === 'createAgentOrUpdate' && callerOf(answer.request, model.facts) === 'own';
  if (isSure && first !== null && fields.every(({ verdict }) => verdict === 'taken')) {
    return ['codes.missing-field', words[422].filter((word) => word !== format)];
  }
  if (!isSure || first !== null || !isOnly) return ['codes.validation-error', words[422]];
  const isFile = wrong.some(({ name }) => name === 'FILE_KNOWLEDGE_BASES');
  return [isFile ? 'codes.validation-error' : 'codes.invalid-format', words[422].filter((word) => word !== missing)];
}

/** A token that is missing is not an invalid one; one that is invalid may be called either. */
function wordedCaller({ request }: CheckedAnswer): Worded {
  const { token, api_access_token: access, authorization } = credentialsIn(request);
  const isMissing = [token, access, authorization].every((each) => each === undefined);
  const [, required, invalid] = words[401];
  return isMissing ? ['codes.auth-required', [required]] : ['codes.auth-invalid', [required, invalid]];
}

/** Refusals of get-token: the status, and the word of section 7 that tells it. */
const refusals = {
  missing: { clause: 'get-token.login-token-required', status: 400, word: words[400][0] },
  bad: { clause: 'get-token.invalid-login-token', status: 401, word: words[401][0] },
  tokenless: { clause: 'get-token.no-api-token-found', status: 404, word: words[404][0] },
} as const;

/** What an answer of get-token means. */
export function judgeToken(model: Model, answer: CheckedAnswer): Compared {
  const { tokens } = model.facts;
  const { token, api_access_token: access, authorization } = credentialsIn(answer.request);
  // Whether it takes other headers is not shown, nor which of several counts.
  if (access !== undefined || authorization !== undefined) return nothing;
  if (token === tokens.login && token !== '') return judgeSuccess(model, answer);
  if (token === tokens.own || (token !== undefined && token === tokens.second)) {
    return compared(answer, { clauses: ['get-token.login-token'], why: 'the token is an API token' });
  }
  // That an empty header counts as absent is not shown.
  if (token === '') {
    const [clauses, why] = [[refusals.missing.clause], 'no login token is given'] as const;
    return compared(answer, { clauses, why, statuses: [400, 401] });
  }
  const kind = token === undefined ? 'missing' : token === tokens.tokenless ? 'tokenless' : 'bad';
  return judgeRefusal(model, kind, answer);
}

function judgeRefusal(model: Model, kind: keyof typeof refusals, answer: CheckedAnswer): Compared {
  const { clause, status, word } = refusals[kind];
  const why = 'no login token with an API token is given';
  const { findings, reached } = compared(answer, { clauses: [clause], why, statuses: [status] });
  const came = wordsIn(answer.body);
  const wordless = model.choices.get('get-token without words');
  const next = came.length > 0 ? withChoice(model, 'get-token has words', true) : model;
  if (findings.length > 0 || came.includes(word)) {
    // A deployment that tells one refusal by its word tells each.
    const earlier = findings.length === 0 && typeof wordless === 'string' ? (wordless as ClauseId) : null;
    if (earlier === null) return { state: next, findings, reached };
    const expected = 'a code for this refusal of get-token too, as for others';
    return { state: next, findings: [found(earlier, '/code', expected, undefined)], reached };
  }
  const isOpen = came.length === 0 && !hasOwnCode(answer.body) && model.choices.get('get-token has words') !== true;
  if (isOpen) return { state: withChoice(next, 'get-token without words', clause), findings, reached };
  return { state: next, findings: [found(clause, '/code', word, memberOf(answer.body, 'code'))], reached };
}

function judgeSuccess(model: Model, answer: CheckedAnswer): Compared {
  const { request, status, body } = answer;
  // That a query or a body is refused would be right too (get-token.nothing-else).
  const isPlain = request.query.length === 0 && request.body.kind === 'none';
  const clauses = ['get-token.success', 'get-token.login-token', 'token.form'] as const;
  const given = compared(answer, { clauses, why: 'the login token is valid', statuses: isPlain ? [200] : [status] });
  if (status !== 200) return given;
  const account = ['email', 'workspace_name'].map((name) => memberOf(body, name)).join(' of ');
  const known = model.choices.get('account') ?? account;
  const told = `the account of this login token, ${printed(known)}`;
  const ofAccount = compareLaws(body, [['get-token.success', '/email', told, () => account === known]]);
  const all = jointly(given, newestToken(model.facts.tokens, body), ofAccount);
  return { ...all, state: withChoice(model, 'account', account) };
}

function newestToken({ newest }: Facts['tokens'], body: unknown): Compared {
  if (newest === '') return nothing;
  const clauses = ['get-token.most-recent', 'get-token.success'] as const;
  // No report shows a token.
  const wrong: Finding = { clauses, expected: 'the newest API token', came: 'another one', path: '/token' };
  return { findings: memberOf(body, 'token') === newest ? [] : [wrong], reached: clauses };
}
