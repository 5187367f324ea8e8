import { memberOf } from '../../json/json-value.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import type { LedgerFile } from '../../deployment/agents/ledger-file.ts';
import type { Addresses, Settings } from '../../deployment/configuration/settings.ts';
import { createHttpTransport } from '../../deployment/http-transport.ts';
import type { Transport } from '../../deployment/transport.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Api } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Check } from '../check.ts';
import { performStep, performStrictly } from '../walk/perform/perform-step.ts';
import { WalkState } from '../walk/perform/walk-state.ts';
import type { Step } from '../steps.ts';
import { restoreCampaign } from '../stated/lists/bystanders.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { SeenAnswer, StepAnswers } from './twin.ts';
import type { RunPlan } from '../run-plan.ts';
import { openSession } from '../session.ts';

export interface WalkAnswers extends StepAnswers {
  readonly outcome: CheckOutcome;
}

/** The deployment or the mock, as walks are sent to it. */
export interface Side {
  readonly walk: (steps: readonly Step[], until: () => boolean) => Promise<WalkAnswers>;
  readonly close: () => void | Promise<void>;
}

export interface SideOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  readonly settings: Settings;
  readonly addresses: Addresses;
  /** Where requests go; absent: to the addresses. */
  readonly transport?: Transport | undefined;
  /** Absent: the target is thrown away. */
  readonly ledger?: LedgerFile | undefined;
}

/** Opens one side. Its walks use own agents alone, which are cleaned at the end of each. */
export function openSide({ document, plan, settings, addresses, ledger, ...given }: SideOptions): Side {
  const places = operationPlaces(document);
  const http = createHttpTransport({ ...settings, addresses, places });
  // The rules that a run is asked for choose its checks, not what is sent here.
  const { only: _, ...whole } = plan;
  const session = openSession({
    document,
    plan: { ...whole, settings, addresses, withAssumptions: false },
    transport: given.transport ?? http,
    label: `${plan.run}-parity`,
    ...(ledger !== undefined && { ledger }),
  });
  const shelf = new Map<string, unknown>();
  return {
    close: () => http.close(),
    async walk(steps, isOver) {
      let answers: StepAnswers = { steps: [], agents: [] };
      const run = async (api: Api): Promise<void> => {
        answers = await answersTo(steps, api, { shelf, isOver });
      };
      // No rule is asked for: what does not hold is told by the answers.
      const check: Check = { title: 'parity', clauses: ['payload.json'], needs: [], effect: 'none', run };
      const outcome = await session.run(check);
      return { ...answers, outcome };
    },
  };
}

interface Sending {
  readonly shelf: Map<string, unknown>;
  readonly isOver: () => boolean;
  /** Whether a step that needs what is not there ends everything; absent: it is passed over. */
  readonly isStrict?: boolean;
}

/** Carries out steps without a judge, and gives every answer; what does not hold of it stands beside it. */
export async function answersTo(steps: readonly Step[], api: Api, sending: Sending): Promise<StepAnswers> {
  const seen: SeenAnswer[][] = [];
  const broken = new Map<CheckedAnswer, { clause: ClauseId | undefined; path: string | undefined }[]>();
  const roots = rootsOf(api.addresses);
  const state = new WalkState(api, {
    shelf: sending.shelf,
    isKnown: () => true,
    onFinding: ({ clauses, path }, answer) => {
      broken.set(answer, [...(broken.get(answer) ?? []), { clause: clauses[0], path }]);
    },
  });
  const perform = sending.isStrict === true ? performStrictly : performStep;
  try {
    for (const step of steps) {
      if (sending.isOver()) break;
      const start = api.answers.length;
      await perform(step, state);
      const answers = api.answers.slice(start).map(({ answer, findings: { faults } }) => ({
        answer,
        // Made where it is shown: of a large body it takes long.
        get curl() {
          return api.curl(answer.request);
        },
        broken: broken.get(answer) ?? [],
        isInvalid: faults.length > 0,
        roots,
      }));
      seen.push(answers);
    }
  } finally {
    await restoreCampaign(state);
  }
  // An agent that nobody meant to create is one too: its id differs from world to world.
  const answered = seen.flat().map(({ answer }) => memberOf(answer.body, 'data.agent_id'));
  const ids = answered.filter((id): id is number => typeof id === 'number');
  return { steps: seen, agents: [...new Set([...state.agents, ...ids])] };
}

function rootsOf({ base_url: base, api_url: api, alt_url: alt }: Addresses): readonly string[] {
  const urls = [base, api, alt].flatMap((url) => [url, new URL(url).origin]);
  return [...new Set(urls)].sort((one, other) => other.length - one.length);
}
