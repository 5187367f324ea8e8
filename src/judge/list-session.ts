import { operationPlaces } from '../deployment/addresses.ts';
import { joinLedger } from '../deployment/agents/ledger-owner.ts';
import { createHttpTransport } from '../deployment/http-transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { RunPlan } from './run-plan.ts';
import type { Twin } from './as-mock/twin.ts';
import { openSession, type Session } from './session.ts';

/** A session for one list of checks, with connections of its own. */
export interface ListSession extends Session {
  close(): unknown;
}

export function openListSession(name: string, plan: RunPlan, document: ContractDocument, twin?: Twin): ListSession {
  const { headers, timeout, largest_answer } = plan.settings;
  const transport = createHttpTransport({
    addresses: plan.addresses,
    places: operationPlaces(document),
    headers,
    timeout,
    largest_answer,
  });
  const session = openSession({
    document,
    plan,
    transport,
    label: `${plan.run}-${name}`,
    ...(twin !== undefined && { twin }),
    ...(plan.settings.addresses !== null && { ledger: joinLedger(plan.settings) }),
  });
  return { ...session, close: () => transport.close() };
}
