import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mock } from '../../app.ts';
import { basePrefix, operationPlaces, tokenHeaders, urlOf } from '../../deployment/addresses.ts';
import { writing } from '../../deployment/agents/write-gate.ts';
import { type RequestBody, encodeBody } from '../../deployment/transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Scenario, ScenarioRecords } from '../../domain/coherence.ts';
import { isObject } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { namedIn } from '../../judge/stated/expectation.ts';
import { saveScenario } from '../../seed/targets/write-scenario.ts';
import { recordsOfScenario } from '../../store/open-ephemeral.ts';
import { readRecording } from '../../traffic/read-har.ts';
import type { CommandContext } from '../command.ts';
import { learnCommand } from '../learn/learn.ts';
import { agentWritten, recordedToken, seenRecords } from './seen-records.ts';

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
  const list = [`In place of the recorded tokens send ${recordedToken}.`, ...notes]
    .map((note) => `- ${note}\n`)
    .join('');
  writeFileSync(join(folder, 'notes.md'), `# What is not as it was recorded\n\n${list}`);
  const profile = join(folder, 'profile.yaml');
  const hasProfile = (await learnCommand.run(['--har', har, '--out', profile], { ...context, env: {} })) !== 2;
  context.print(
    `${folder} goes on where the recording ended; its notes.md has the token to send, and what was filled in:`,
    `  voice-agent-mock serve --ephemeral --scenario ${folder}${hasProfile ? ` --profile ${profile}` : ''}`,
  );
}

/** The state at the end of what was answered. */
export async function scenarioOf(
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
  createMock: CreateMock,
): Promise<{ readonly scenario: Scenario; readonly notes: ReadonlySet<string> }> {
  const notes = new Set<string>();
  const taken = answers.filter(({ status, body }) => status < 300 && isObject(body));
  const readAt = new Map(
    taken.flatMap((answer, at) => (answer.request.operation === 'getAgent' ? [[namedIn(answer), at]] : [])),
  );
  const written = taken.filter((answer, at) => {
    const { operation } = answer.request;
    return operation !== null && writing.includes(operation) && (readAt.get(agentWritten(answer)) ?? -1) < at;
  });
  const { records: usual } = await recordsOfScenario('empty');
  const read = seenRecords(taken, written, (usual as ScenarioRecords).codes ?? [], (sentence) => notes.add(sentence));
  const mock = await createMock({ dataDir: null, scenario: read });
  try {
    for (const answer of written) {
      const status = await repeat(answer, mock, document);
      if (status < 300) continue;
      const { operation } = answer.request;
      notes.add(
        `The mock answers ${operation} of ${agentWritten(answer) ?? 'a campaign'} with ${status}: it is left out.`,
      );
    }
    const { records, leads } = mock.worlds.default.store.records();
    const all = records as ScenarioRecords;
    // What only made an agent has not updated it.
    const agents = all.agents?.map((agent) => {
      const own = written.filter((answer) => agentWritten(answer) === agent.id);
      const isUnchanged = own.length === 1 && own.every((answer) => namedIn(answer) === null);
      return isUnchanged ? { ...agent, updated_on: agent.created_on, has_been_updated: false } : agent;
    });
    return { scenario: { base: null, ...all, ...(agents && { agents }), leads }, notes };
  } finally {
    await mock.close();
  }
}

/** Sends the mock what was written; what made an agent changes it. @returns the status it answers with */
async function repeat(answer: CheckedAnswer, mock: Mock, document: ContractDocument): Promise<number> {
  const { operation, body } = answer.request;
  const agent = agentWritten(answer);
  const isNew = agent !== null && namedIn(answer) === null;
  const places = operationPlaces(document);
  const request = isNew ? { ...answer.request, body: naming(body, agent) } : answer.request;
  const { contentType, bytes } = encodeBody(request.body);
  const { status } = await mock.fetch(urlOf(ownAddresses, places, request), {
    method: (operation && places.get(operation)?.method) ?? 'POST',
    headers: {
      ...(contentType !== null && { 'content-type': contentType }),
      ...(operation && tokenHeaders(places, operation, recordedToken)),
    },
    body: bytes === null ? null : Buffer.from(bytes),
  });
  return status;
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
