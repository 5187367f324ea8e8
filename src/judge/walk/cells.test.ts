import { expect, it } from 'vitest';
import { memberOf } from '../../json/json-value.ts';
import { openProviders } from '../../../contract-tests/self-test/providers.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { throwAwaySettings } from '../../deployment/configuration/settings.ts';
import { type Transport, jsonOf } from '../../deployment/transport.ts';
import type { SentRequest, Step } from '../steps.ts';
import { type ValueClass, everyCell, fieldsFor, ownCaller, possibleCells, requestOf, valuesOfClass } from './cells.ts';
import { beginning } from './generate/walk-arbitrary.ts';
import type { Seen } from './perform/walk-state.ts';
import { WalkSeries } from './explore.ts';

const document = loadContractDocument();
const settings = throwAwaySettings({ base_url: '', api_url: '', alt_url: '' });
const cells = possibleCells(everyCell(document.operations), settings, true);
/** What the own caller sends about no agent in particular, and about a draft, each field in each class; and strangers. */
const sent = cells
  .filter(([operation, as, about]) => {
    const isOwn = as === ownCaller(operation) && !['ready', 'shared', 'active', 'deleted'].includes(about);
    return isOwn || (about !== 'draft' && ['none', 'unknown', 'tokenless'].includes(as));
  })
  .flatMap((cell): SentRequest[] => {
    const fields = fieldsFor(cell, document.operations);
    if (cell[3] === 'plain' || cell[3].startsWith('status')) return [requestOf(cell)];
    const values = valuesOfClass(cell[3] as ValueClass, '');
    return fields.flatMap((field) =>
      values.slice(0, cell[2] === 'none' ? 6 : 1).map((value) => requestOf(cell, { [field]: value })),
    );
  });

interface Walked {
  readonly seen: readonly Seen[];
  readonly answers: readonly (readonly [operation: string, status: number, message: unknown])[];
}

/** Sends these requests to the mock, and gives what was told of them, and what came. */
async function walkEveryCell(): Promise<Walked> {
  const seen: Seen[] = [];
  const answers: Walked['answers'][number][] = [];
  const listening =
    (transport: Transport): Transport =>
    async (request) => {
      const response = await transport(request);
      answers.push([request.operation ?? '', response.status, memberOf(jsonOf(response), 'message')]);
      return response;
    };
  const providers = await openProviders(document);
  try {
    return await providers.use({ wrap: listening }, async ({ plan, transport }) => {
      const watch = (each: Seen): void => void seen.push(each);
      const walks = new WalkSeries({ document, plan, transport }, { watch, until: Infinity });
      const requests = [...beginning(plan.settings), ...nameless, ...sent];
      const outcome = await walks.attempt(
        requests.map((request): Step => ({ do: 'send', request })),
        'every cell',
      );
      expect(
        outcome.outcome.violations.map(({ clauses, expected, came, curl }) => [clauses, expected, came, curl]),
      ).toEqual([]);
      return { seen, answers };
    });
  } finally {
    await providers.close();
  }
}

/** Without the section of the name, and with a name of parts. */
const nameless = ['configuration[memory_recall]', 'basic_details[agent_name][first]'].map((field): SentRequest => ({
  operation: 'createAgentOrUpdate',
  as: 'own',
  form: [{ name: field, value: 'true' }],
}));

const { seen, answers } = await walkEveryCell();

it('counts the request of each cell as one of its cell', () => {
  const counted = new Set(seen.flatMap((each) => ('cell' in each ? each.cell.join() : [])));
  const missing = cells.filter(
    ([operation, as, about]) => as === ownCaller(operation) && ['new', 'nobody', 'known', 'none'].includes(about),
  );
  expect(missing.map(String).filter((cell) => !counted.has(cell))).toEqual([]);
});

it('reaches each status by which an operation refuses, but for what is too large or no JSON', () => {
  const came = new Set(answers.map(([operation, status]) => `${operation} ${status}`));
  const refusing = [...document.operations.values()].flatMap(({ id, responses }) =>
    [...responses.keys()]
      .filter((status) => status >= 400 && status < 500 && status !== 413)
      .map((status) => `${id} ${status}`),
  );
  expect(refusing.filter((each) => !came.has(each))).toEqual(['verifyToken 400']);
});

it('is told by each refusal that a field has of its own, but for those that name what was sent', () => {
  const told = new Set(answers.map(([, , message]) => message));
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

it('leaves each required field out, and sends it empty', () => {
  const missing = [...document.operations.values()].flatMap(({ id, parameters, members }) =>
    [...parameters, ...members]
      .filter(({ isRequired }) => isRequired)
      .flatMap(({ name }) => (['absent', 'empty'] as const).map((flaw) => `${id} ${name} ${flaw}`)),
  );
  const tried = cells.flatMap((cell) =>
    fieldsFor(cell, document.operations).map((field) => `${cell[0]} ${field} ${cell[3]}`),
  );
  expect(missing.filter((each) => !tried.includes(each))).toEqual([]);
});
