import { expect, it } from 'vitest';
import { needsOf, type Caller, type SentRequest } from './steps.ts';

it.each<[SentRequest['operation'], Caller, readonly string[]]>([
  ['getToken', 'emptyFirst', ['login.token']],
  ['getToken', 'access', ['login.token']],
  ['getToken', 'unknownAccess', []],
  ['getToken', 'expired', ['login.expired_token']],
  ['getToken', 'expiredFirst', ['login.expired_token', 'login.token']],
  ['verifyToken', 'emptyFirst', []],
  ['verifyToken', 'expiredAccess', ['expired_token']],
  ['verifyToken', 'expiredFirst', ['expired_token']],
  ['verifyToken', 'secondAccess', ['second_workspace.token']],
])('a request to %s as %s needs %j', (operation, as, needs) => {
  expect(needsOf([{ do: 'send', request: { operation, as } }])).toEqual(needs);
});
