import type { ClauseId, OperationId } from '../document/names.gen.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { judgeInOrder, permutations } from '../judge/run-steps.ts';
import { isRefusal, namedIn } from '../judge/stated/expectation.ts';
import { widened } from '../judge/stated/judge.ts';
import { type Judgement, documentedClauses } from '../judge/stated/model.ts';
import { validateAnswer } from '../judge/validate-answer.ts';
import { type Client, Clients, type ClientsOptions, takeSeen, withoutMasked } from './clients.ts';
import { type Exchange, answerReader, changesSomething } from './exchange.ts';

/** What came of an exchange; where it was compared with nothing, nothing is found and no rule reached. */
export interface Judged extends Pick<Judgement, 'findings' | 'reached'> {
  readonly exchange: Exchange;
  /** Null: it is with no operation of the document, or tells nothing. */
  readonly answer: CheckedAnswer | null;
  /** Why it was not compared with what was sent and answered before; null: it was. `none`: it is not one of the API's. */
  readonly unjudged: string | null;
  /** Who sent it, if nothing decides its answer but what this one has sent before; null: something else may. */
  readonly by: Client | null;
}

interface TrafficOptions extends ClientsOptions {
  /** Whether answers are validated against what the document assumes too. */
  readonly withAssumptions: boolean;
  readonly onJudged: (judged: Judged) => void;
}

/** Of requests that were under way at the same time so many are tried in every order. */
const mostOrdered = 5;
/** So many are kept until it is known what was under way at the same time. */
const mostWaiting = 2000;
/** In characters of their answers. */
const mostHeld = 2 ** 22;

/** Judges exchanges that others sent, in the order of their times. */
export class TrafficJudge {
  readonly #options: TrafficOptions;
  readonly #clients: Clients;
  readonly #answerIn: ReturnType<typeof answerReader>;
  readonly #documented: (answer: CheckedAnswer) => readonly ClauseId[];
  #waiting: Waiting[] = [];
  #held = 0;
  /** The latest end of those that were judged. */
  #judgedTo = -Infinity;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#clients = new Clients(options);
    this.#answerIn = answerReader(options.document);
    this.#documented = documentedClauses(options.document);
  }

  /** Takes an exchange; a few may be out of order. */
  take(exchange: Exchange): void {
    const answer = this.#answerIn(exchange);
    // A mock may be steered.
    if (answer === null && !new URL(exchange.url).pathname.includes('/__mock')) {
      this.#options.onJudged({ ...untold, exchange, unjudged: notOfApi });
      return;
    }
    this.#waiting.push({ exchange, answer });
    this.#held += exchange.response?.text.length ?? 0;
    const isFull = () => this.#waiting.length >= mostWaiting || this.#held >= mostHeld;
    if (!isFull()) return;
    const starts = this.#waiting.map(({ exchange: { start } }) => start).sort((one, other) => one - other);
    this.settle(starts[Math.floor(starts.length / 2)]);
    // One that lasts as long as all others would keep them for ever.
    if (isFull()) this.settle();
  }

  /** Judges what is waiting, as far as nothing that begins later can be before it. @param until when such a request begins at the earliest */
  settle(until = Infinity): void {
    const groups: Waiting[][] = [];
    let end = -Infinity;
    for (const each of this.#waiting.toSorted((one, other) => one.exchange.start - other.exchange.start)) {
      if (each.exchange.start >= end) groups.push([]);
      groups.at(-1)?.push(each);
      end = Math.max(end, each.exchange.end);
    }
    const open = groups.findIndex((group) => group.some(({ exchange }) => exchange.end > until));
    for (const group of groups.splice(0, open < 0 ? groups.length : open)) {
      this.#judgeTogether(group);
      this.#judgedTo = Math.max(...group.map(({ exchange }) => exchange.end));
    }
    this.#waiting = groups.flat();
    this.#held = this.#waiting.reduce((sum, { exchange }) => sum + (exchange.response?.text.length ?? 0), 0);
  }

  /** Requests that were under way at the same time. */
  #judgeTogether(group: readonly Waiting[]): void {
    const ofClients = new Map<Client, Taken[]>();
    for (const { exchange, answer } of group) {
      if (answer === null) {
        // A mock that is steered has other records from now on.
        if (exchange.method !== 'GET') this.#clients.forgetAll();
        this.#options.onJudged({ ...untold, exchange, unjudged: notOfApi });
        continue;
      }
      const isLate = exchange.start < this.#judgedTo;
      const whyNot = flawOf(exchange) ?? (isLate ? 'it came too late to be judged in its order' : undefined);
      const sender = whyNot ?? this.#clients.of(exchange, answer);
      if (typeof sender === 'string') this.#leaveOut(exchange, answer, sender);
      else ofClients.set(sender, [...(ofClients.get(sender) ?? []), { exchange, answer }]);
    }
    for (const [client, list] of ofClients) this.#judgeClient(client, list);
  }

  /** What cannot be compared with what was seen before may have changed it. */
  #leaveOut(exchange: Exchange, answer: CheckedAnswer, unjudged: string): void {
    const id = isRefusal(answer) ? null : namedIn(answer);
    if (id !== null) this.#clients.forget(id);
    if (flawOf(exchange) !== undefined) this.#options.onJudged({ ...untold, exchange, unjudged });
    else this.#tell({ ...untold, exchange, answer, unjudged });
  }

  /** By the order that explains most; what it leaves behind is not known if there are several. */
  #judgeClient(client: Client, list: readonly Taken[]): void {
    const orders = ordersOf(list).map((order) => order.map(({ answer }) => answer));
    const best = judgeInOrder(client.model, orders, takeSeen);
    const sure = orders.length === 1 ? client : undefined;
    if (best !== undefined) client.model = best.model;
    const unjudged = best === undefined ? `${list.length} requests were under way at the same time` : null;
    for (const { exchange, answer } of list) {
      const { findings: found, reached } = best?.told.get(answer) ?? untold;
      const findings = found.map(({ expected, ...finding }) => {
        return { ...finding, expected: sure ? expected : `${expected} (of requests that were sent at once)` };
      });
      this.#tell({ exchange, answer, findings, reached, unjudged, by: sure && isOfOwn(sure, answer) ? sure : null });
      this.#clients.noteWritten(answer, sure);
    }
  }

  #tell(judged: Judged & Taken): void {
    const { document, withAssumptions, onJudged } = this.#options;
    const { answer } = judged;
    const read = validateAnswer(document, answer.request, answer, answer.body, withAssumptions);
    const { findings, reached } = read.unread === null ? judged : untold;
    const found = [...withoutMasked(read.faults, answer), ...findings];
    onJudged({
      ...judged,
      answer: { ...answer, ...read },
      unjudged: read.unread ?? judged.unjudged,
      findings: found.map((each) => ({ ...each, clauses: widened(each.clauses) })),
      reached: read.unread === null ? [...reached, ...this.#documented(answer)] : [],
    });
  }
}

/** Why most of what a browser records is not judged. */
export const notOfApi = 'none';

type Waiting = Pick<Judged, 'exchange' | 'answer'>;
type Taken = Waiting & { readonly answer: CheckedAnswer };

/** Of what is not judged. */
const untold = { answer: null, findings: [], reached: [], by: null } as const;

/** Statuses of what stands before a deployment, or of one that is busy. */
const ofBusy = [429, 502, 503, 504];

/** Why an answer tells nothing, whatever was sent before. */
function flawOf({ flaw, response }: Exchange): string | undefined {
  if (flaw !== undefined) return flaw;
  if (response === null) return 'no answer was recorded';
  if (response.headers['x-mock-source'] !== undefined) return 'the mock was told what to answer';
  return ofBusy.includes(response.status) ? 'the deployment was busy, or is not reached' : undefined;
}

/** Whether nothing decides an answer but the request and an agent of the client's own. */
function isOfOwn({ made }: Client, answer: CheckedAnswer): boolean {
  const { operation } = answer.request;
  const id = namedIn(answer);
  return operation !== null && ofAgents.includes(operation) && (id === null || made.has(id));
}

const ofAgents: readonly OperationId[] = ['createAgent', 'createAgentOrUpdate', 'getAgent'];

/** The orders in which requests may have been decided that were under way at the same time; none if there are too many. */
function ordersOf(list: readonly Taken[]): readonly (readonly Taken[])[] {
  if (list.length === 1 || !list.some(({ answer }) => changesSomething(answer))) return [list];
  return list.length > mostOrdered ? [] : permutations(list).filter(isPossible);
}

/** A request that ended before another began was decided before it. */
function isPossible(order: readonly Taken[]): boolean {
  return order.every(({ exchange }, at) => order.slice(at + 1).every((later) => later.exchange.end > exchange.start));
}
