import { isDeepStrictEqual } from 'node:util';
import type { FormPart } from '../../../src/deployment/transport.ts';
import {
  also,
  answering,
  changing,
  instead,
  losing,
  opening,
  repeating,
  showingAgent,
  showingField,
  storing,
  storingParts,
  takingAs,
  takingNumbers,
} from '../breaks.ts';
import { json, otherToken, type Call } from '../call.ts';
import { faultsOf, type Break } from '../fault.ts';

/** Shows a deleted agent as it was shown last. */
const remembering = repeating(['getAgent'], ({ status }) => status === 404);

/** Whether it asks for a number of an agent that was deleted. */
const isOfDeleted = (call: Call): boolean =>
  call.past.some(
    ({ agent, numbers }) => call.lastStatus(agent) === 2 && numbers.some((number) => call.numbers.includes(number)),
  );
const isShared = (call: Call): boolean => call.written().some(({ numbers }) => numbers.includes('+15550009002'));
const showingStatus = (from: number, as: number): Break =>
  showingField('getAgent', 'data.basic_details.status', (status) => (status === from ? as : status));
const isVerified = (call: Call): boolean => call.is('verifyToken') && call.status === 200;
const isUpdateBeside = (call: Call): boolean =>
  call.isUpdate && call.beside().some(({ isUpdate, agent }) => isUpdate && agent === call.agent);
const isWrongStatus = ({ isUpdate, sent }: Call): boolean => isUpdate && ![undefined, 1, 2, 3].includes(sent.status);

/** Of the default data: its one number is inactive. */
const inactiveDraft = 1007;

/** Of agents and their status, and of tokens. */
export const agentFaults = faultsOf({
  'agent.status.active: published agents show another status': showingStatus(1, 4),
  'agent.status.draft: drafts show that they are published': showingStatus(3, 1),
  'agent.status.deleted: deleted agents are returned as they were': remembering,
  'agent.deleted.not-returned: deleted agents are returned': remembering,
  'get-by-id.one-agent: get-by-id gives a list': showingField('getAgent', 'data', (agent) => [agent]),
  'create-agent.create.draft: a new agent is active': showingAgent(
    (data) => data.phone_numbers.length === 0 && (data.basic_details.status = 1),
  ),
  'create-agent.update.partial: parallel updates are lost': {
    before: (call) => isUpdateBeside(call) && call.success(),
  },
  'create-agent.publish.no-number: an inactive number is enough': {
    before: (call) => call.sets(1) && call.agent === inactiveDraft && call.success(),
    ...showingAgent(({ basic_details }, call) => {
      if (call.agent === inactiveDraft && call.lastStatus() === 1) basic_details.status = 1;
    }),
  },
  'create-agent.publish.global-provider: a refused publish unpublishes': also(
    (call) =>
      call.sets(1) && call.status === 400 && call.lastStatus() === 1 && changing({ agent_id: call.agent, status: 3 }),
  ),
  'create-agent.publish.mixed: one shared number keeps an agent from being published': instead(
    'createAgent',
    (call) => call.sets(1) && isShared(call),
    'create-agent.publish.global-provider',
  ),
  'create-agent.publish: a number that an update attached does not count': instead(
    'createAgent',
    (call) => call.sets(1) && call.written()[0]?.numbers.length === 0,
    'create-agent.publish.no-number',
  ),
  'create-agent.update: what is sent beside a status is lost': storing('createAgent', (body, call) => {
    if (call.sets(3)) for (const name of ['agent_name', 'description', 'prompt']) Reflect.deleteProperty(body, name);
  }),
  'create-agent.update: an update that changes nothing is refused': instead(
    'createAgent',
    (call) => call.isChange && isDeepStrictEqual(call.written().at(-1)?.sent, call.sent),
  ),
  'create-agent.field.description: an empty text is taken as none': takingAs(
    'createAgent',
    'description',
    (text) => text || undefined,
  ),
  'create-agent.update.partial: an update by JSON clears the columns that a form gave': showingAgent(
    ({ metadata_config }, call) =>
      call.written().some((each) => each.isChange) && (metadata_config.metadata_input = []),
  ),
  'agent.deleted.not-returned: a deleted agent comes back by agent/update': also(
    (call) => call.is('updateAgent') && call.lastStatus() === 2 && changing({ agent_id: call.agent, status: 3 }),
  ),
  'workspace.isolation: public agents are shown to other workspaces': opening(
    'getAgent',
    new RegExp(otherToken),
    (call) => call.written().some((each) => each.texts(/agent_privacy/).includes('1')),
  ),
  'workspace.isolation: other workspaces read by api_access_token': opening(
    'getAgent',
    new RegExp(otherToken),
    (call) => call.isAccessAlone,
  ),
  'workspace.isolation: other workspaces change campaigns': opening('forceCompleteCampaign', new RegExp(otherToken)),
  'auth.token-header: a token is taken from the query': opening(null, /^$/, (call) => call.query('token')),
  'agent.deleted.not-returned: an update without a status brings a deleted agent back': storing(
    'createAgent',
    (body, call) => call.lastStatus() === 2 && (body.status ??= 3),
  ),
  'create-agent.delete.releases-numbers: a deleted agent keeps its numbers': instead(
    'createAgentOrUpdate',
    isOfDeleted,
    'createagentorupdate.phone-numbers.available',
  ),
  'create-agent.delete: a second deletion brings the agent back': also(
    (call) => call.sets(2) && call.statuses().includes(2) && changing({ agent_id: call.agent, status: 3 }),
  ),
  'create-agent.field.status: an invalid status is ignored': losing('createAgent', 'status', isWrongStatus),
  'agent-update.bearer: bearer tokens are not taken': instead(
    'updateAgent',
    ({ request }) => 'authorization' in request.headers,
    'agent-update.unauthorized',
  ),
  'get-token.login-token: get-token takes API tokens': opening('getToken', /^ac3e/),
  'verify.valid: verify refuses valid tokens': answering(isVerified, 'verify.unauthorized'),
  'verify.body: verify refuses an empty object': answering(isVerified, () => json(400, {})),
});

const refusingForms = (when: (parts: readonly FormPart[]) => boolean): Break =>
  instead('createAgentOrUpdate', (call) => call.isOwn && when(call.parts));
const refusingFiles = (when: (file: { readonly name: string }) => boolean): Break =>
  refusingForms((parts) => parts.some(({ file }) => file !== undefined && when(file)));
const filesIn = (parts: readonly FormPart[]): readonly FormPart[] =>
  parts.filter(({ name }) => name === 'FILE_KNOWLEDGE_BASES');
const uploadedBytes = (parts: readonly FormPart[]): number => parts.reduce((sum, { value }) => sum + value.length, 0);

const isGood = ({ file }: FormPart): boolean => /\.(pdf|csv)$/.test(file?.name ?? '');
/** Of a refused form that names an agent, the files that are right stay with the agent. */
const keepingGoodFiles: Break = also(({ parts, request, status }) => {
  const kept = parts.filter((part) => /agent_id|agent_name/.test(part.name) || isGood(part));
  return status >= 400 && !filesIn(parts).every(isGood) && { ...request, body: { kind: 'form', parts: kept } };
});

/** Of agents by createagentorupdate, with their sections and files. */
export const formFaults = faultsOf({
  'createagentorupdate.only-name-required: the form needs more than a name': refusingForms(
    (parts) => parts.length === 1,
  ),
  'createagentorupdate.multipart: forms are not read': instead(
    'createAgentOrUpdate',
    () => true,
    () => json(415, {}),
  ),
  'createagentorupdate.atomic: a refused form takes its numbers': takingNumbers(),
  'createagentorupdate.atomic: of the files of a refused form the good ones stay': keepingGoodFiles,
  'createagentorupdate.validation: a text is taken as an integer': storingParts((part) =>
    part.value === 'abc' ? { ...part, value: '1' } : part,
  ),
  'createagentorupdate.denials: of the denied topics only the last one is kept': storingParts((part, { parts }) => {
    const topics = parts.filter(({ name }) => name.includes('denied_topics'));
    return topics.slice(0, -1).includes(part) ? null : part;
  }),
  'createagentorupdate.guardrails: guardrails end in a failure': instead(
    'createAgentOrUpdate',
    (call) => call.texts(/^guardrails/).length > 0,
    'errors.server',
  ),
  'createagentorupdate.success: fields after a file are lost': storingParts((part, { parts }) =>
    part.file === undefined && parts.slice(0, parts.indexOf(part)).some(({ file }) => file !== undefined) ? null : part,
  ),
  'createagentorupdate.validation: an invalid code is taken beside a file': storingParts((part, { parts }) =>
    part.value === 'abc' && filesIn(parts).length > 0 ? { ...part, value: '1' } : part,
  ),
  'createagentorupdate.files.types: of several files the first alone is looked at': storingParts((part, { parts }) =>
    filesIn(parts).indexOf(part) > 0 ? { ...part, value: 'a,b\n', file: { name: 'x.csv', type: 'text/csv' } } : part,
  ),
  'createagentorupdate.files.types: DOCX files are refused': refusingFiles(({ name }) => name.endsWith('.docx')),
  'createagentorupdate.files.types: any file is taken': storingParts((part) =>
    /exe|txt|png|zip/.test(part.file?.name ?? '') && part.name.startsWith('FILE')
      ? { ...part, value: 'a,b\n', file: { name: 'x.csv', type: 'text/csv' } }
      : part,
  ),
  'createagentorupdate.files.types: extensions in upper case are refused': refusingFiles(({ name }) =>
    /\.[A-Z]+$/.test(name),
  ),
  'createagentorupdate.files.count: a fourth file is ignored': storingParts((part, { parts }) =>
    filesIn(parts).length > 3 && part === parts.at(-1) ? null : part,
  ),
  'createagentorupdate.files.count: three files are refused': refusingForms((parts) => filesIn(parts).length === 3),
  'createagentorupdate.files.size: larger files are cut': storingParts((part) =>
    part.value.length > 10_000_000 ? { ...part, value: part.value.slice(0, 100) } : part,
  ),
  'createagentorupdate.files.size: files over 5 MB are refused': refusingForms((parts) =>
    filesIn(parts).some((part) => uploadedBytes([part]) > 5_000_000),
  ),
  'createagentorupdate.files.size: files of 10 MB in all are refused': refusingForms((parts) => {
    return filesIn(parts).length > 1 && uploadedBytes(filesIn(parts)) > 10 * 2 ** 20;
  }),
});
