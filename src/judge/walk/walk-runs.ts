import { OutOfTimeError } from '../../deployment/transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { undocumentedMembers } from '../../document/validate/check-body.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Api } from '../api.ts';
import { type CheckedAnswer, Violation } from '../report/violation.ts';
import type { Check } from '../check.ts';
import type { CheckOutcome, ViolationReport } from '../report/outcome.ts';
import type { Session } from '../session.ts';
import { configuredAgents, type Settings } from '../../deployment/configuration/settings.ts';
import type { Facts, Finding } from '../stated/model.ts';
import { restoreCampaign } from '../stated/lists/bystanders.ts';
import { performStep, readOwn } from './perform/perform-step.ts';
import { WalkState } from './perform/walk-state.ts';
import type { Step } from '../steps.ts';
import type { Cell } from './kinds.ts';

/** What came of a walk. */
export interface WalkResult {
  readonly outcome: CheckOutcome;
  /** Null: nothing was found that was not known. */
  readonly found: { readonly key: string; readonly report: ViolationReport; readonly at: number } | null;
}

export interface WalkRunsOptions {
  readonly session: Session;
  readonly document: ContractDocument;
  readonly settings: Settings;
  readonly onStep: (step: Step) => void;
  readonly onAnswer: (answer: CheckedAnswer) => void;
  readonly onReached: (clauses: readonly ClauseId[]) => void;
  readonly onCell: (cell: Cell) => void;
  readonly onCampaign: (status: string, action: string) => void;
  /** Counts a violation that is known; gives whether it is. */
  readonly isKnown: (key: string) => boolean;
  readonly shouldStop: () => boolean;
  /** When no more steps are begun, nor waits that end later, in milliseconds since 1970. */
  readonly until: number;
}

/** Runs a walk as a check of every rule: it stops at the first violation that is not known yet. */
export function createWalkRuns(
  options: WalkRunsOptions,
): (title: string, steps: readonly Step[]) => Promise<WalkResult> {
  const { session, document, settings } = options;
  const clauses = [...document.clauses.values()]
    .toSorted((one, other) => other.kind.localeCompare(one.kind))
    .map(({ id }) => id);
  const shelf = new Map<string, unknown>();
  return async (title, steps) => {
    let key = '';
    let at = 0;
    const run = async (api: Api): Promise<void> => {
      const state = new WalkState(api, knowledgeOf(options, factsOf(settings, document), shelf));
      try {
        for (const step of steps) {
          if (options.shouldStop()) return;
          const wait = step.do === 'wait' ? step.milliseconds : 0;
          if (Date.now() + wait > options.until) throw new OutOfTimeError();
          at += 1;
          options.onStep(step);
          await performStep(step, state);
        }
        await readOwn(state, true);
      } catch (error) {
        if (error instanceof Violation && error.facts.answer !== undefined) {
          key = keyOf(error.facts, error.facts.answer);
        }
        throw error;
      } finally {
        await restoreCampaign(state);
      }
    };
    const check: Check = {
      title,
      clauses: clauses as [ClauseId, ...ClauseId[]],
      needs: [],
      effect: 'none',
      mostSteps: mostTold,
      run,
    };
    const outcome = await session.run(check);
    const [report] = outcome.violations;
    return { outcome, found: key === '' || report === undefined ? null : { key, report, at } };
  };
}

/** A walk that was shrunk is told whole. */
const mostTold = 60;

/** One cause, one entry: the same rule broken by the same operation at the same place. */
export function keyOf({ clauses, path = '' }: Pick<Finding, 'clauses' | 'path'>, { request }: CheckedAnswer): string {
  return `${clauses[0] ?? ''} ${request.operation ?? ''} ${path.replaceAll(/\/\d+/g, '/[]')}`;
}

function knowledgeOf(
  { document, onAnswer, onReached, onCell, onCampaign, isKnown }: WalkRunsOptions,
  facts: Facts,
  shelf: Map<string, unknown>,
): WalkState['knowledge'] {
  const shown = documentedClauses(document);
  return {
    facts,
    shelf,
    settled: new Set(),
    isDocumented: isDocumentedIn(document),
    onAnswer: (answer) => {
      onAnswer(answer);
      onReached(shown(answer));
    },
    onReached,
    ...{ onCell, onCampaign },
    isKnown: (finding, answer) => isKnown(keyOf(finding, answer)),
    onFinding: (finding, answer) => {
      if (!isKnown(keyOf(finding, answer))) throw new Violation({ ...finding, answer });
    },
  };
}

/** The rules that the document names of an answer's body: each answer is validated against them. */
export function documentedClauses({ operations }: ContractDocument): (answer: CheckedAnswer) => readonly ClauseId[] {
  const known = new Map<string, readonly ClauseId[]>();
  return ({ request: { operation }, status }) => {
    const key = `${operation ?? ''} ${status}`;
    const media = operation === null ? undefined : operations.get(operation)?.responses.get(status)?.content.values();
    const clauses = known.get(key) ?? [...(media ?? [])].flatMap(({ stated }) => clausesIn(stated.schema));
    known.set(key, clauses);
    return clauses;
  };
}

function clausesIn(schema: unknown): ClauseId[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'x-clauses' ? (value as ClauseId[]) : clausesIn(value),
  );
}

/** Tells of a member of an answer of get-by-id, by its pointer in `data`, whether the document shows it. */
export function isDocumentedIn(document: ContractDocument): (answer: CheckedAnswer) => (pointer: string) => boolean {
  const operation = document.operations.get('getAgent');
  return (answer) => {
    let beyond: readonly string[] | null = null;
    return (pointer) => {
      beyond ??=
        operation === undefined
          ? []
          : undocumentedMembers(operation, 200, answer.body).map((each) => each.replace(/^\/data/, ''));
      return !beyond.some((each) => pointer === each || pointer.startsWith(`${each}/`));
    };
  };
}

export function factsOf(settings: Settings, document: ContractDocument): Facts {
  const { login, second_workspace: second } = settings;
  return {
    ...settings,
    messageOf: messagesOf(document),
    bystanders: configuredAgents(settings),
    tokens: {
      own: settings.token,
      second: given(second?.token),
      expired: given(settings.expired_token),
      login: given(login?.token),
      expiredLogin: given(login?.expired_token),
      tokenless: given(login?.token_without_api_token),
      newest: given(login?.newest_api_token),
      older: given(login?.older_api_token),
    },
  };
}

/** A token that is not configured is empty. */
function given(token: string | undefined): string {
  return token ?? '';
}

/** The texts of refusals as the document is served. */
export function messagesOf({ operations }: Pick<ContractDocument, 'operations'>): Facts['messageOf'] {
  return (operation, refusal) => {
    const message = operations.get(operation)?.refusals.get(refusal)?.body.message;
    return typeof message === 'string' ? message : undefined;
  };
}
