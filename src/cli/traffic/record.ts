import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationPlaces, tokenHeaders } from '../../deployment/addresses.ts';
import { curlTo } from '../../deployment/curl.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Scenario, ScenarioRecords } from '../../domain/coherence.ts';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { grouped, isObject, memberOf, objectIn } from '../../json/json-value.ts';
import type { Learned } from '../../judge/learn/learn.ts';
import { learnReport } from '../../judge/learn/learn-report.ts';
import { readableText, updateProfile } from '../../judge/learn/update-profile.ts';
import { showingBy } from '../../judge/report/showing.ts';
import type { CheckedAnswer } from '../../judge/report/violation.ts';
import { namedIn } from '../../judge/stated/expectation.ts';
import { saveScenario } from '../../seed/targets/write-scenario.ts';
import { createMasker } from '../../text/masker.ts';
import { changesSomething } from '../../traffic/exchange.ts';
import { readRecording } from '../../traffic/read-har.ts';
import { learnFromReplay, openReplay, recordedToken, transportTo } from '../../traffic/replay.ts';
import type { CommandContext } from '../command.ts';
import { agentWritten, statesIn } from './seen-records.ts';

/**
 * Makes a scenario folder of a recording, on which the mock goes on: what was read last as records, what was written
 * since sent to a mock that begins with them, how all was answered as a profile, and what was filled in as notes.
 * @throws UnusableFileError if it is not a HAR file, or too large; Error if the folder holds something else
 */
export async function recordScenario(
  har: string,
  folder: string,
  document: ContractDocument,
  context: CommandContext,
): Promise<void> {
  const { answers } = await readRecording(har, document);
  const { scenario, notes } = await scenarioOf(answers, document);
  await saveScenario(scenario, folder);
  const list = [`In place of the recorded tokens send ${recordedToken}.`, ...notes].map((note) => `- ${note}\n`);
  writeFileSync(join(folder, 'notes.md'), `# What is not as it was recorded\n\n${list.join('')}`);
  const profile = join(folder, 'profile.yaml');
  const learned = await learnRecording(answers, document, [], context);
  const updated = updateProfile(null, learned, 'recorded', document.choices);
  writeFileSync(profile, readableText(updated.profile, document));
  context.print(
    ...learnReport(learned, 0, updated.changes, true),
    `${folder} goes on where the recording ended; its notes.md has the token to send, and what was filled in:`,
    `  voice-agent-mock serve --ephemeral --scenario ${folder} --profile ${profile}`,
  );
}

/** What a recording shows, by what mocks answer that begin with what was seen first. @param secrets are shown nowhere */
export async function learnRecording(
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
  secrets: readonly string[],
  { printError }: Pick<CommandContext, 'printError'>,
): Promise<Learned> {
  const telling = exchangesToLearn(answers).slice(0, mostReplayed);
  if (telling.length < answers.length) {
    const count = `${telling.length} of its ${answers.length} exchanges`;
    printError(`The profile is of ${count}: of what shows the same, the first.`);
  }
  const replay = await openReplay(telling, { scenario: statesIn(answers).begun }, document);
  const places = operationPlaces(document);
  const { evidence } = showingBy(createMasker(secrets), (request) => curlTo(request, places, null, new Map()));
  return learnFromReplay(replay, { document, evidence, now: () => new Date() });
}

/** So many exchanges are sent to mocks again, to see what they answer: it takes some seconds. */
const mostReplayed = 120;

/**
 * The exchanges that show something, in their order, with all that was written to their agents, and what others may depend on: forms,
 * which attach numbers, and what is done to campaigns. Of what shows the same the first three are enough.
 */
export function exchangesToLearn(answers: readonly CheckedAnswer[]): readonly CheckedAnswer[] {
  const telling = new Set([...grouped(answers, exchangeKind).values()].flatMap((alike) => alike.slice(0, 3)));
  // Of what was refused there is no agent.
  const agents = new Set([...telling].map(agentWritten).filter((id) => !Number.isNaN(id)));
  return answers.filter((answer) => {
    if (telling.has(answer)) return true;
    return changesSomething(answer) && (answer.request.operation !== 'createAgent' || agents.has(agentWritten(answer)));
  });
}

/** What an exchange shows, but for the values. */
function exchangeKind({ request: { operation, query, body }, status, body: answer }: CheckedAnswer): string {
  const sent = body.kind === 'json' ? [Object.keys(objectIn(body.value)), memberOf(body.value, 'status')] : body.kind;
  const said = String(memberOf(answer, 'message')).replaceAll(/\d+/g, '0');
  return JSON.stringify([operation, query.map(([name]) => name), sent, status, said, shapeOf(answer)]);
}

/** What kinds of values there are, of lists once. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (!isObject(value)) return value === '' ? value : value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** The state at the end of what was answered. */
export async function scenarioOf(
  answers: readonly CheckedAnswer[],
  document: ContractDocument,
): Promise<{ readonly scenario: Scenario; readonly notes: ReadonlySet<string> }> {
  const { read, written, notes } = statesIn(answers);
  const places = operationPlaces(document);
  const target = await startInProcessTarget(undefined, { scenario: read });
  const http = transportTo(target.addresses, document);
  try {
    for (const answer of written) {
      const { operation, query } = answer.request;
      if (operation === null) continue;
      // The mock has the agent already: what made it changes it.
      const made = namedIn(answer) === null ? agentWritten(answer) : null;
      const named = made === null ? [] : [['agent_id', String(made)] as const];
      const headers = tokenHeaders(places, operation, recordedToken);
      const { status } = await http({ ...answer.request, query: [...query, ...named], headers });
      const whose = agentWritten(answer) ?? 'a campaign';
      if (status >= 300) notes.add(`The mock answers ${operation} of ${whose} with ${status}: it is left out.`);
    }
    const { records, leads } = target.mock.worlds.default.store.records();
    const { agents = [], ...others } = records as ScenarioRecords;
    // What only made an agent has not updated it.
    const asMade = agents.map((agent) => {
      const [first, ...further] = written.filter((answer) => agentWritten(answer) === agent.id);
      const isUnchanged = first !== undefined && further.length === 0 && namedIn(first) === null;
      return isUnchanged ? { ...agent, updated_on: agent.created_on, has_been_updated: false } : agent;
    });
    return { scenario: { base: null, ...others, agents: asMade, leads }, notes };
  } finally {
    http.close();
    await target.close();
  }
}
