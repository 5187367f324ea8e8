import pLimit from 'p-limit';
import {
  callLead,
  callOutcomes,
  diallingObstacle,
  exhaustedLead,
  inqueue,
  nextLeads,
} from '../domain/campaigns/dialling.ts';
import type { CampaignRecord, LeadRecord } from '../domain/records.ts';
import type { Dialling } from '../domain/world-parts.ts';
import type { Deciding } from '../store/state/persistence.ts';
import type { View } from '../store/state/root.ts';
import type { RecordStore } from '../store/state/record-store.ts';
import type { Clock, SeededRandom } from './time-and-chance.ts';

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

export interface Dialled {
  readonly attempts: number;
  /** No lead can be called any more. */
  readonly isDone: boolean;
}

export interface DiallerParts {
  readonly store: RecordStore;
  readonly clock: Clock;
  readonly random: SeededRandom;
  /** Makes the attempts that are due as the clock goes on; undefined: nobody does. */
  readonly catchUp: (() => Promise<void>) | undefined;
}

/** The time of an attempt by its number, from 0. */
type TimeOfAttempt = (attempt: number) => Date;

/** The simulated dialling of a world's campaigns. Calls run one after another. */
export class Diallers {
  readonly #parts: DiallerParts;
  /** By the campaign's id. */
  #running = new Map<number, Dialling>();
  readonly #queue = pLimit(1);
  #watching: NodeJS.Timeout | undefined;

  constructor(parts: DiallerParts) {
    this.#parts = parts;
  }

  /** Makes so many call attempts at the present time, fewer if no lead is left to be called. @throws DiallingError */
  dial(campaignId: number, attempts: number): Promise<Dialled> {
    return this.#queue(() => this.#call(campaignId, attempts, () => this.#parts.clock.now()));
  }

  /** Goes on making attempts as the world's time passes, until no lead is left to be called. @throws DiallingError */
  follow(campaignId: number, rate: number): Promise<void> {
    const { clock } = this.#parts;
    return this.#queue(async () => {
      await this.#callBatch(campaignId, 0, () => clock.now());
      this.#running.set(campaignId, { campaign: campaignId, rate, since: clock.now().getTime(), made: 0 });
      this.#watch();
    });
  }

  /** What runs. */
  state(): readonly Dialling[] {
    return [...this.#running.values()];
  }

  restore(state: readonly Dialling[]): void {
    this.#running = new Map(state.map((dialler) => [dialler.campaign, dialler]));
    this.#watch();
  }

  /** What a campaign's dialler does by itself. */
  following(campaignId: number): Dialling | undefined {
    return this.#running.get(campaignId);
  }

  /** Ends what `follow` began. */
  stop(campaignId: number): void {
    this.#running.delete(campaignId);
  }

  /** Makes the attempts that are due by now. */
  catchUp(): Promise<void> {
    return this.#queue(async () => {
      for (const dialler of this.state()) await this.#catchUpWith(dialler);
    });
  }

  /** Looks at the clock again and again, as long as something runs. */
  #watch(): void {
    const { catchUp } = this.#parts;
    if (catchUp === undefined) return;
    this.#watching ??= setInterval(() => {
      // A commit that fails is tried again at the next tick.
      if (this.#running.size > 0) return void catchUp().catch(() => undefined);
      clearInterval(this.#watching);
      this.#watching = undefined;
    }, tick).unref();
  }

  async #catchUpWith(dialler: Dialling): Promise<void> {
    const { campaign: campaignId, rate, since, made } = dialler;
    const now = this.#parts.clock.now().getTime();
    const status = this.#parts.store.view().get('campaigns', campaignId)?.status;
    if (status === undefined || status === 'force_completed' || status === 'deleted') {
      this.stop(campaignId);
      return;
    }
    if (status !== 'inprogress' || now < since) {
      // Attempts that were due meanwhile are not made later.
      this.#running.set(campaignId, { ...dialler, since: now, made: 0 });
      return;
    }
    const due = Math.floor(((now - since) / minute) * rate + 1e-9) - made;
    if (due <= 0) return;
    const at: TimeOfAttempt = (attempt) => new Date(Math.min(now, since + ((made + attempt + 1) / rate) * minute));
    const { isDone } = await this.#call(campaignId, due, at);
    if (isDone) this.stop(campaignId);
    else if (this.#running.get(campaignId) === dialler) this.#running.set(campaignId, { ...dialler, made: made + due });
  }

  async #call(campaignId: number, attempts: number, at: TimeOfAttempt): Promise<Dialled> {
    const { store } = this.#parts;
    let made = 0;
    let called = 0;
    do {
      const before = made;
      called = await this.#callBatch(campaignId, attempts - before, (attempt) => at(before + attempt));
      made += called;
    } while (called > 0 && made < attempts);
    const allowed = attemptsAllowed(store.view(), campaignId);
    const isDone = nextLeads(store.view().leads(campaignId), allowed, 1).length === 0;
    if (isDone) await this.#completeExhausted(campaignId);
    return { attempts: made, isDone };
  }

  /** Makes the attempts of one commit, and gives how many. */
  async #callBatch(campaignId: number, limit: number, at: TimeOfAttempt): Promise<number> {
    const { store, random } = this.#parts;
    const deciding = store.deciding();
    const view = deciding.view();
    const campaign = campaignToDial(view, campaignId);
    const allowed = attemptsAllowed(view, campaignId);
    const outcomes = callOutcomes(view.get('agents', campaign.agent_id)?.dispositions ?? []);
    const list = view.leads(campaignId);
    const drawn = random.state();
    const called = nextLeads(list, allowed, Math.min(limit, batchSize)).map((position, attempt) =>
      callLead(list.at(position), allowed, outcomes, at(attempt), () => random.next()),
    );
    await putLeads(deciding, view, campaignId, called).catch((error: unknown) => {
      // What was not written is drawn again.
      random.restart(drawn);
      throw error;
    });
    return called.length;
  }

  /** Completes the leads in the queue when none of them has an attempt left. */
  async #completeExhausted(campaignId: number): Promise<void> {
    const deciding = this.#parts.store.deciding();
    const view = deciding.view();
    const list = view.leads(campaignId);
    const exhausted = Array.from(list.positionsOf(inqueue), (position) => exhaustedLead(list.at(position)));
    await putLeads(deciding, view, campaignId, exhausted);
  }
}

async function putLeads(store: Deciding, view: View, id: number, leads: readonly LeadRecord[]): Promise<void> {
  if (leads.length > 0) await store.commit([view.expect('campaigns', id), ...view.putLeads(id, leads)]);
}

function attemptsAllowed(view: View, campaignId: number): number {
  return view.get('audiences', campaignId)?.attempts_allowed ?? 0;
}

/** @throws DiallingError if the campaign does not exist or is not in progress */
function campaignToDial(view: View, campaignId: number): CampaignRecord {
  const campaign = view.get('campaigns', campaignId);
  if (campaign === undefined) throw new DiallingError('unknown', `There is no campaign ${campaignId}.`);
  const obstacle = diallingObstacle(campaign.status);
  if (obstacle === undefined) return campaign;
  throw new DiallingError(
    'not-running',
    `Campaign ${campaignId} cannot be dialled: ${obstacle}. Only a campaign that is inprogress can.`,
  );
}
