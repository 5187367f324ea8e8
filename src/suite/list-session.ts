import { operationPlaces } from '../deployment/addresses.ts';
import { joinLedgerFile } from '../deployment/agents/ledger-file.ts';
import { createHttpExchange } from '../deployment/http-exchange.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { RunPlan } from './run-plan.ts';
import { openSession, type Session } from './session.ts';

/** A session for one list of checks, with connections of its own. */
export interface ListSession extends Session {
  close(): unknown;
}

export function openListSession(name: string, plan: RunPlan, document: ContractDocument): ListSession {
  const { headers, timeout, ledger } = plan.settings;
  const exchange = createHttpExchange({
    addresses: plan.addresses,
    places: operationPlaces(document),
    headers,
    timeout,
  });
  const session = openSession({
    document,
    plan,
    exchange,
    label: `${plan.run}-${name}`,
    ...(plan.settings.addresses !== null && { ledger: joinLedgerFile(ledger) }),
  });
  return { ...session, close: () => exchange.close() };
}
