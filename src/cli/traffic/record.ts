import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mock } from '../../app.ts';
import { basePrefix, operationPlaces, tokenHeaders, urlOf } from '../../deployment/addresses.ts';
import { writing } from '../../deployment/agents/write-gate.ts';
import { type RequestBody, encodeBody } from '../../deployment/transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Scenario, ScenarioRecords } from '../../domain/coherence.ts';
import { isObject, valueAt } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { namedIn } from '../../judge/stated/expectation.ts';
import { saveScenario } from '../../seed/targets/write-scenario.ts';
import { recordsOfScenario } from '../../store/open-ephemeral.ts';
import { readRecording } from '../../traffic/read-har.ts';
import type { CommandContext } from '../command.ts';
import { learnCommand } from '../learn/learn.ts';
import { SeenRecords } from './seen-records.ts';

type CreateMock = (options: object) => Promise<Mock>;

/**
 * Makes a scenario folder of a recording, on which the mock goes on: what was read last as records, what was written
 * since sent to a mock that begins with them, how it was answered as a profile, and what was filled in as notes.
 * @throws UnusableFileError if it is not a HAR file, or too large; Error if the folder holds something else
 */
export async function recordScenario(
  har: string,
  folder: string,
  {
    document,
    createMock,
    context,
  }: { readonly document: ContractDocument; readonly createMock: CreateMock; readonly context: CommandContext },
): Promise<void> {
  const { answers } = await readRecording(har, document);
  const { scenario, notes } = await scenarioOf(answers, document, createMock);
  await saveScenario(scenario, folder);
  const list = [...notes].map((note) => `- ${note}\n`).join('');
  writeFileSync(join(folder, 'notes.md'), `# What is not as it was recorded\n\n${list}`);
  const profile = join(folder, 'profile.yaml');
  const hasProfile = (await learnCommand.run(['--har', har, '--out', profile], context)) !== 2;
  context.print(
    `${folder} goes on where the recording ended; notes.md in it tells what was filled in:`,
    `  voice-agent-mock serve --ephemeral --scenario ${folder}${hasProfile ? ` --profile ${profile}` : ''}`,
  );
}

/** A write that was taken, of an agent that was not read since, or of a campaign. */
interface Write {
  readonly answer: CheckedAnswer;
  /** Null: it is of a campaign. */
  readonly agent: number | null;
  readonly isNew: boolean;
}

/** The state at the end of what was answered. */
export async function scenarioOf(
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
  createMock: CreateMock,
): Promise<{ readonly scenario: Scenario; readonly notes: ReadonlySet<string> }> {
  const seen = new SeenRecords();
  const taken = answers.filter(({ status, body }) => status < 300 && isObject(body));
  const readAt = new Map(
    taken.flatMap((answer, at) => (answer.request.operation === 'getAgent' ? [[namedIn(answer), at]] : [])),
  );
  const writes = taken.flatMap((answer, at): readonly Write[] => {
    const { operation } = answer.request;
    if (operation === null || !writing.includes(operation)) return [];
    const named = namedIn(answer);
    const made = named ?? Number(valueAt(answer.body, '/data/agent_id'));
    const agent = operation === 'forceCompleteCampaign' ? null : made;
    return (readAt.get(agent) ?? -1) > at ? [] : [{ answer, agent, isNew: agent !== null && named === null }];
  });
  for (const answer of taken) seen.take(answer);
  for (const { answer, agent } of writes) seen.name(answer, agent);
  const { records: usual } = await recordsOfScenario('empty');
  const mock = await createMock({ dataDir: null, scenario: seen.scenario(usual.codes) });
  try {
    for (const write of writes) await repeat(write, mock, document, seen);
    const { records, leads } = mock.worlds.default.store.records();
    const agents = records.agents.map((agent) => {
      const own = writes.filter((write) => write.agent === agent.id);
      const isUnchanged = own.length === 1 && own[0]?.isNew === true;
      return isUnchanged ? { ...agent, updated_on: agent.created_on, has_been_updated: false } : agent;
    });
    return { scenario: { base: null, ...(records as ScenarioRecords), agents, leads }, notes: seen.notes };
  } finally {
    await mock.close();
  }
}

/** Sends the mock what was written; what made an agent changes it. */
async function repeat(
  { answer, agent, isNew }: Write,
  mock: Mock,
  document: ContractDocument,
  seen: SeenRecords,
): Promise<void> {
  const { operation } = answer.request;
  if (operation === null) return;
  const places = operationPlaces(document);
  const request = isNew ? { ...answer.request, body: naming(answer.request.body, agent) } : answer.request;
  const { contentType, bytes } = encodeBody(request.body);
  const token = `recorded-token-${seen.workspaceOf(answer)}`;
  const { status, ...got } = await mock.fetch(urlOf(ownAddresses, places, request), {
    method: places.get(operation)?.method ?? 'POST',
    headers: {
      ...(contentType !== null && { 'content-type': contentType }),
      ...tokenHeaders(places, operation, token),
    },
    body: bytes === null ? null : Buffer.from(bytes),
  });
  if (status >= 300)
    seen.notes.add(
      `The mock answers ${operation} of ${agent ?? 'a campaign'} with ${status}: it is not in the scenario.`,
    );
}

const own = 'http://127.0.0.1';
const ownAddresses = { base_url: own + basePrefix, api_url: own, alt_url: own };

function naming(body: RequestBody, id: number | null): RequestBody {
  if (body.kind === 'json' && isObject(body.value)) return { ...body, value: { ...body.value, agent_id: id } };
  if (body.kind !== 'form') return body;
  return {
    ...body,
    parts: [...body.parts.filter(({ name }) => name !== 'agent_id'), { name: 'agent_id', value: String(id) }],
  };
}
