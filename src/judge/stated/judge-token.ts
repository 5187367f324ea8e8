import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import { expectStatus } from './expectation.ts';
import { withChoice, type Facts, type Finding, type Judgement, type Model } from './model.ts';

const tokenRefusals = {
  none: [400, 'LOGIN_TOKEN_REQUIRED', 'get-token.login-token-required'],
  bad: [401, 'INVALID_LOGIN_TOKEN', 'get-token.invalid-login-token'],
  tokenless: [404, 'NO_API_TOKEN_FOUND', 'get-token.no-api-token-found'],
} as const;

/** What an answer of get-token means. */
export function judgeToken(model: Model, facts: Facts, answer: CheckedAnswer): Judgement {
  const given = answer.request.headers['token'] ?? '';
  if (given === facts.tokens.login && given !== '') return judgeSuccess(model, facts, answer);
  const kind = given === '' ? 'none' : given === facts.tokens.tokenless ? 'tokenless' : 'bad';
  const [status, code, refusal] = tokenRefusals[kind];
  const clause = given === facts.tokens.own ? 'get-token.login-token' : refusal;
  const findings = expectStatus(answer, [status], clause, 'no login token with an API token is given');
  const reached: ClauseId[] = [clause, refusal];
  const came = memberOf(answer.body, 'code');
  const hasCodes = model.choices.get('get-token has codes');
  if (findings.length > 0 || (came === undefined && hasCodes !== true) || came === code) {
    return { model: withChoice(model, 'get-token has codes', came !== undefined), findings, reached };
  }
  return { model, findings: [{ clauses: [refusal], expected: code, came: shortly(came), path: '/code' }], reached };
}

function judgeSuccess(model: Model, { tokens }: Facts, answer: CheckedAnswer): Judgement {
  const { request, status, body } = answer;
  // That a query or a body is refused would be right too (get-token.nothing-else).
  const isPlain = request.query.length === 0 && request.body.kind === 'none';
  const findings: Finding[] = isPlain
    ? expectStatus(answer, [200], 'get-token.success', 'the login token is valid')
    : [];
  const reached: ClauseId[] = ['get-token.success', 'get-token.most-recent'];
  if (status !== 200) return { model, findings, reached };
  if (tokens.newest !== '' && memberOf(body, 'token') !== tokens.newest) {
    findings.push({
      clauses: ['get-token.most-recent'],
      expected: 'the newest API token',
      came: 'another one',
      path: '/token',
    });
  }
  const account = ['email', 'workspace_name'].map((name) => memberOf(body, name)).join(' of ');
  const known = model.choices.get('account');
  if (known !== undefined && known !== account) {
    const expected = `the account of this login token, ${shortly(known)}`;
    findings.push({ clauses: ['get-token.success'], expected, came: shortly(account), path: '/email' });
  }
  return { model: withChoice(model, 'account', account), findings, reached };
}
