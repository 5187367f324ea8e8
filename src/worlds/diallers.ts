import {
  callLead,
  callOutcomes,
  diallingObstacle,
  exhaustedLead,
  inqueue,
  nextLeads,
} from '../domain/campaigns/dialling.ts';
import type { LeadRecord } from '../domain/records.ts';
import { ConflictError } from '../store/store.ts';
import type { WorldStore } from '../store/world-store.ts';
import type { Clock } from './clock.ts';
import type { SeededRandom } from './random.ts';

/** How many leads one commit changes at most. */
const batchSize = 10_000;

/** How often a dialler looks at the clock, in milliseconds of the machine's time. */
const tick = 100;

const minute = 60_000;

/** A campaign that cannot be dialled; the message says why. */
export class DiallingError extends Error {
  override readonly name = 'DiallingError';

  constructor(
    readonly kind: 'unknown' | 'not-running',
    message: string,
  ) {
    super(message);
  }
}

/** What a campaign's dialler does by itself. */
export interface Following {
  /** Attempts per minute of the world's time. */
  readonly rate: number;
  readonly since: Date;
}

export interface Dialled {
  readonly attempts: number;
  /** No lead can be called any more. */
  readonly isDone: boolean;
}

/** The simulated dialling of a world's campaigns. What one starts, another call waits for. */
export interface Diallers {
  /**
   * Makes so many call attempts at the present time, fewer where no lead is left to be called.
   * @throws DiallingError
   */
  dial(campaignId: number, attempts: number): Promise<Dialled>;
  /**
   * Goes on making attempts as the world's time passes, until no lead is left to be called.
   * @throws DiallingError
   */
  follow(campaignId: number, rate: number): Promise<void>;
  following(campaignId: number): Following | undefined;
  /** Ends what `follow` began; false where it did not. */
  stop(campaignId: number): boolean;
  stopAll(): void;
  /** Makes the attempts that are due by now. */
  catchUp(): Promise<void>;
}

export interface DiallerParts {
  readonly store: WorldStore;
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly ended: AbortSignal;
}

export function createDiallers({ store, clock, random, ended }: DiallerParts): Diallers {
  const running = new Map<number, { rate: number; since: number; made: number }>();
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  /** One commit's worth of attempts; `at` gives the time of each by its number, from 0. */
  const callSome = async (campaignId: number, limit: number, at: (attempt: number) => Date): Promise<number> => {
    const view = store.view();
    const campaign = view.get('campaigns', campaignId);
    if (campaign === undefined) throw new DiallingError('unknown', `There is no campaign ${campaignId}.`);
    const obstacle = diallingObstacle(campaign.status);
    if (obstacle !== undefined) {
      throw new DiallingError(
        'not-running',
        `Campaign ${campaignId} cannot be dialled: ${obstacle}. Only a campaign that is inprogress can.`,
      );
    }
    const allowed = view.get('audiences', campaignId)?.attempts_allowed ?? 0;
    const outcomes = callOutcomes(view.get('agents', campaign.agent_id)?.dispositions ?? []);
    const leads = await store.leads(campaignId);
    const drawn = random.state();
    const called: LeadRecord[] = nextLeads(leads, allowed, Math.min(limit, batchSize)).map((position, attempt) =>
      callLead(leads.at(position), allowed, outcomes, at(attempt), () => random.next()),
    );
    if (called.length === 0) return 0;
    try {
      await store.commit([
        { kind: 'expect', collection: 'campaigns', id: campaignId, version: view.version('campaigns', campaignId) },
        { kind: 'put-leads', campaignId, leads: called, version: leads.version },
      ]);
      return called.length;
    } catch (error) {
      // What comes of the calls must not depend on who else was writing.
      random.restart(drawn);
      if (error instanceof ConflictError) return callSome(campaignId, limit, at);
      throw error;
    }
  };

  const call = async (campaignId: number, attempts: number, at: (attempt: number) => Date): Promise<Dialled> => {
    let made = 0;
    let called = 0;
    do {
      const before = made;
      called = await callSome(campaignId, attempts - before, (attempt) => at(before + attempt));
      made += called;
    } while (called > 0 && made < attempts);
    const allowed = store.view().get('audiences', campaignId)?.attempts_allowed ?? 0;
    const isDone = nextLeads(await store.leads(campaignId), allowed, 1).length === 0;
    if (isDone) await completeExhausted(campaignId);
    return { attempts: made, isDone };
  };

  /** What is left in the queue when nobody can be called any more has no attempt left. */
  const completeExhausted = async (campaignId: number): Promise<void> => {
    const view = store.view();
    const leads = await store.leads(campaignId);
    const exhausted = Array.from(leads.positionsOf(inqueue), (position) => exhaustedLead(leads.at(position)));
    if (exhausted.length === 0) return;
    try {
      await store.commit([
        { kind: 'expect', collection: 'campaigns', id: campaignId, version: view.version('campaigns', campaignId) },
        { kind: 'put-leads', campaignId, leads: exhausted, version: leads.version },
      ]);
    } catch (error) {
      // Somebody else was quicker: whoever dials next finds out what is left.
      if (!(error instanceof ConflictError)) throw error;
    }
  };

  const catchUpWith = async (campaignId: number): Promise<void> => {
    const dialler = running.get(campaignId);
    if (dialler === undefined) return;
    const { rate, since, made } = dialler;
    const now = clock.now().getTime();
    const status = store.view().get('campaigns', campaignId)?.status;
    if (status === undefined || status === 'force_completed' || status === 'deleted') {
      stop(campaignId);
    } else if (status !== 'inprogress' || now < since) {
      // What would have been due meanwhile is not made up for.
      running.set(campaignId, { rate, since: now, made: 0 });
    } else {
      const due = Math.floor(((now - since) / minute) * rate + 1e-9) - made;
      if (due <= 0) return;
      const { isDone } = await call(
        campaignId,
        due,
        (attempt) => new Date(Math.min(now, since + ((made + attempt + 1) / rate) * minute)),
      );
      if (isDone) stop(campaignId);
      else if (running.get(campaignId) === dialler) running.set(campaignId, { rate, since, made: made + due });
    }
  };

  const catchUp = (): Promise<void> =>
    inTurn(async () => {
      for (const campaignId of [...running.keys()]) await catchUpWith(campaignId);
    });

  const stop = (campaignId: number): boolean => {
    const wasRunning = running.delete(campaignId);
    if (running.size === 0) clearInterval(timer);
    return wasRunning;
  };
  const stopAll = () => {
    running.clear();
    clearInterval(timer);
  };
  ended.addEventListener('abort', stopAll);

  return {
    dial: (campaignId, attempts) => inTurn(() => call(campaignId, attempts, () => clock.now())),
    follow: (campaignId, rate) =>
      inTurn(async () => {
        await callSome(campaignId, 0, () => clock.now());
        running.set(campaignId, { rate, since: clock.now().getTime(), made: 0 });
        clearInterval(timer);
        // A commit that fails is tried again at the next tick.
        if (!ended.aborted) timer = setInterval(() => void catchUp().catch(() => undefined), tick).unref();
      }),
    following(campaignId) {
      const dialler = running.get(campaignId);
      return dialler && { rate: dialler.rate, since: new Date(dialler.since) };
    },
    stop,
    stopAll,
    catchUp,
  };
}
