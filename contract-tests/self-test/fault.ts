import { jsonOf, type ApiRequest, type ApiResponse, type Transport } from '../../src/deployment/transport.ts';
import type { ClauseId } from '../../src/document/names.gen.ts';
import type { Overlay } from '../../src/document/overlay.ts';
import { loadContractDocument } from '../../src/document/read/load.ts';
import { Call, type Body } from './call.ts';

/** A deliberately broken provider: the mock behind a transport that breaks one rule. */
export interface Fault {
  readonly name: string;
  /** The rule that it breaks: a script that names it must find it. */
  readonly clause: ClauseId;
  /** Other rules that it breaks by the same, so that it may be told as one of them. */
  readonly toldAs?: readonly ClauseId[];
  readonly where: Breaking;
  /** What the mock behind it decides; absent: as it does by itself. */
  readonly profile?: Overlay;
  readonly wrap: (provider: Transport) => Transport;
}

/** Where a provider goes wrong. */
export interface Break {
  /** Gives the request that is carried out instead, or an answer in its place. */
  readonly before?: (call: Call) => Instead | Promise<Instead>;
  /** Which answers it edits; absent: any. What is left alone is not read. */
  readonly of?: (call: Call) => boolean;
  /** Edits the body of the answer, or gives another answer. */
  readonly after?: (call: Call, body: Body, status: number) => Instead | Promise<Instead>;
}

/** A function gives each provider a memory of its own. */
export type Breaking = Break | (() => Break);

// A condition that does not hold may give anything false.
// oxlint-disable-next-line typescript/no-invalid-void-type
export type Instead = ApiRequest | ApiResponse | false | undefined | void;

/** Faults, each as the rule that it breaks and what it does. */
export function faultsOf(byName: Readonly<Record<`${ClauseId}: ${string}`, Breaking>>): readonly Fault[] {
  return Object.entries(byName).map(([title, where]) => {
    const [clause = '', ...name] = title.split(': ');
    return broken(name.join(': '), clause as ClauseId, where);
  });
}

export function broken(name: string, clause: ClauseId, where: Breaking, toldAs: readonly ClauseId[] = []): Fault {
  return { name, clause, toldAs, where, wrap: breaking(where) };
}

/** Faults by how something is wrong, each named and told by a rule; false: it cannot be wrong so. */
export function brokenBy(
  hows: Readonly<Record<string, Breaking | false>>,
  telling: (how: string) => readonly [name: string, clause: ClauseId],
): readonly Fault[] {
  return Object.entries(hows).flatMap(([how, where]) => (where === false ? [] : [broken(...telling(how), where)]));
}

/** A provider that does something otherwise. */
export function breaking(where: Breaking): Fault['wrap'] {
  return (correct) => {
    const { operations } = loadContractDocument();
    const place = typeof where === 'function' ? where() : where;
    const past: Call[] = [];
    const underWay = new Set<Call>();
    return async (request) => {
      const call = new Call(request, past, correct, underWay, operations.get(request.operation ?? 'getAgent'));
      underWay.add(call);
      try {
        const response = await performed(call, place);
        past.push(call);
        return response;
      } finally {
        underWay.delete(call);
      }
    };
  };
}

/** Edits of answers as one, so that each answer is read and written once. */
export function together(breaks: readonly Break[]): Break {
  const concerned = (call: Call): readonly Break[] => breaks.filter(({ of }) => of?.(call) !== false);
  return {
    of: (call) => concerned(call).length > 0,
    after: async (call, body, status) => {
      for (const { after } of concerned(call)) {
        const answer = await after?.(call, body, status);
        if (typeof answer === 'object') return answer;
      }
      return undefined;
    },
  };
}

async function performed(call: Call, { before, of: isEdited = () => true, after }: Break): Promise<ApiResponse> {
  const other = await before?.(call);
  const instead = typeof other === 'object' ? other : call.request;
  const response = 'status' in instead ? instead : await call.correct(instead);
  call.answered(response);
  if (after === undefined || !isEdited(call)) return response;
  const body: Body = jsonOf(response);
  if (body === undefined) return response;
  const edited = await after(call, body, response.status);
  const isAnswer = typeof edited === 'object' && 'status' in edited;
  return isAnswer ? edited : { ...response, text: JSON.stringify(body) };
}
