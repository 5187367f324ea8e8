import { expect, it } from 'vitest';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { instead } from '../../contract-tests/self-test/breaks.ts';
import { breaking } from '../../contract-tests/self-test/fault.ts';
import { openProviders } from '../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { openSession } from './session.ts';

const document = loadContractDocument();
const rule = 'get-token.invalid-login-token';

it('masks no part of a rule that a token is spelled like', async () => {
  const check = allChecks['tokens']?.find(({ clauses }) => clauses[0] === rule);
  const providers = await openProviders(document);
  try {
    const taken = breaking(instead('getToken', () => true, 'success'));
    const { violations } = await providers.use({ wrap: taken }, async ({ plan, ...provider }) => {
      if (check === undefined) throw new Error('There is no such check.');
      const settings = { ...plan.settings, login: { token: 'login-token' } };
      return openSession({ document, plan: { ...plan, settings }, ...provider }).run(check);
    });
    expect(violations.map(({ cause }) => cause)).toContain(`answers 200 instead of 401 (${rule})`);
  } finally {
    await providers.close();
  }
});
