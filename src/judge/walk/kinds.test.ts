import { expect, it } from 'vitest';
import { memberOf } from '../../json/json-value.ts';
import { openProviders } from '../../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Caller, Step } from '../steps.ts';
import { everyCell, plainKinds, requestOf, type Cell } from './kinds.ts';
import { beginning } from './generate/walk-arbitrary.ts';
import type { Seen } from './perform/walk-state.ts';
import { openWalkRuns } from './explore.ts';

const document = loadContractDocument();
const kinds = [...new Set(everyCell.map(([kind]) => kind))];
/** By the own caller, and by callers who may not. */
const cells = kinds.flatMap((kind): Cell[] => {
  const callers: Caller[] = [kind === 'get-token' ? 'login' : 'own'];
  if (Object.values(plainKinds).includes(kind)) callers.push('none', 'unknown', 'tokenless');
  return callers.map((as) => [kind, as, null]);
});

/** Sends requests of every kind to the mock, and gives what was told of them. */
async function walkEveryKind(): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const providers = await openProviders(document);
  try {
    return await providers.use(
      (transport) => transport,
      false,
      async ({ plan, transport }) => {
        const watch = (each: Seen): void => void seen.push(each);
        const walks = openWalkRuns({ document, plan, transport }, { watch, until: Infinity });
        const requests = [...beginning(plan.settings), ...cells.map(requestOf)];
        const outcome = await walks.run(
          'every kind',
          requests.map((request): Step => ({ do: 'send', request })),
        );
        expect(outcome.outcome.violations).toEqual([]);
        return seen;
      },
    );
  } finally {
    await providers.close();
  }
}

const seen = await walkEveryKind();

it('counts the request of each kind as one of its kind', () => {
  const counted = new Set(seen.flatMap((each) => ('cell' in each ? each.cell[0] : [])));
  expect(kinds.filter((kind) => !counted.has(kind))).toEqual([]);
});

it('reaches each status by which an operation refuses, but for what is too large or no JSON', () => {
  const came = new Set(seen.flatMap((each) => ('answer' in each ? statusOf(each.answer) : [])));
  const refusing = [...document.operations.values()].flatMap(({ id, responses }) =>
    [...responses.keys()]
      .filter((status) => status >= 400 && status < 500 && status !== 413)
      .map((status) => `${id} ${status}`),
  );
  expect(refusing.filter((each) => !came.has(each))).toEqual(['verifyToken 400']);
});

it('is told by each refusal that a field has of its own, but for those that name what was sent', () => {
  const told = new Set(seen.flatMap((each) => ('answer' in each ? memberOf(each.answer.body, 'message') : [])));
  const missing = [...document.operations.values()].flatMap(({ parameters, members, refusals }) =>
    [...parameters, ...members].flatMap((field) =>
      (['missing', 'section-missing', 'invalid'] as const).flatMap((problem) => {
        const refusal = field.refusals[problem];
        const message = refusal && refusals.get(refusal)?.body.message;
        if (typeof message !== 'string' || message.includes(': ')) return [];
        return field.isRequired && !told.has(message) ? message : [];
      }),
    ),
  );
  expect(missing).toEqual([]);
});

it('has a kind for each required field left out, and for each left empty', () => {
  const missing = [...document.operations.values()].flatMap(({ id, parameters, members }) =>
    [...parameters, ...members]
      .filter(({ isRequired }) => isRequired)
      .flatMap(({ name }) => ['without', 'with an empty'].map((flaw) => `${flaw} ${name}`))
      .filter((flaw) => !everyCell.some((cell) => requestOf(cell).operation === id && cell[0].endsWith(flaw))),
  );
  expect(missing).toEqual([]);
});

function statusOf({ request, status }: CheckedAnswer): string {
  return `${request.operation ?? ''} ${status}`;
}
