import type { FormPart } from '../../../src/deployment/transport.ts';
import {
  also,
  answering,
  changing,
  instead,
  keepingNumbers,
  opening,
  repeating,
  showingAgent,
  showingField,
  storing,
  storingParts,
  takingAs,
  takingNumbers,
} from '../breaks.ts';
import { json, type Call, broken, faultsOf, type Break, type Fault } from '../fault.ts';

/** Shows a deleted agent as it was shown last. */
const remembering = repeating(['getAgent'], ({ status }) => status === 404);

/** Brings a deleted agent back. */
const reviving = (when: (call: Call) => boolean): Break =>
  also((call) => when(call) && call.lastStatus() === 2 && changing({ agent_id: call.agent, status: 3 }));
const isShared = (call: Call): boolean => call.written().some(({ numbers }) => numbers.includes('+15550009002'));
const showingStatus = (from: number, as: number): Break =>
  showingField('getAgent', 'data.basic_details.status', (status) => (status === from ? as : status));
const isVerified = (call: Call): boolean => call.is('verifyToken') && call.status === 200;
/** Of agents and their status, and of tokens. */
export const agentFaults = faultsOf({
  'agent.status.active: published agents show another status': showingStatus(1, 4),
  'agent.status.draft: drafts show that they are published': showingStatus(3, 1),
  'agent.status.deleted: deleted agents are returned as they were': remembering,
  'agent.deleted.not-returned: deleted agents are returned': remembering,
  'create-agent.update.partial: an update of configurations empties the denials': showingAgent((data, call) => {
    const isEmptied = call.written().some(({ sent }) => sent?.configurations !== undefined);
    if (isEmptied) data.denials = data.tools.denials = { denied_words: [], denied_topics: [] };
  }),
  'agent-update.effect: agent/update changes the time of the update alone': {
    ...instead('updateAgent', (call) => call.isOwn && call.agent > 0, 'success'),
    ...showingAgent(({ basic_details }, call) => {
      if (call.written().some((each) => each.is('updateAgent'))) basic_details.updated_on = new Date().toISOString();
    }),
  },
  'get-by-id.one-agent: get-by-id gives a list': showingField('getAgent', 'data', (agent) => [agent]),
  'create-agent.create.draft: a new agent is active': showingAgent(
    (data) => data.phone_numbers.length === 0 && (data.basic_details.status = 1),
  ),
  'create-agent.publish.mixed: one shared number keeps an agent from being published': instead(
    'createAgent',
    (call) => call.sets(1) && isShared(call),
    'create-agent.publish.global-provider',
  ),
  'create-agent.update: what is sent beside a status is lost': storing('createAgent', (body, call) => {
    if (call.sets(3)) for (const name of ['agent_name', 'description', 'prompt']) Reflect.deleteProperty(body, name);
  }),
  'create-agent.field.description: an empty text is taken as none': takingAs(
    'createAgent',
    'description',
    (text) => text || undefined,
  ),
  'create-agent.update.partial: an update by JSON clears the columns that a form gave': showingAgent(
    ({ metadata_config }, call) =>
      call.written().some((each) => each.isChange) && (metadata_config.metadata_input = []),
  ),
  'agent.deleted.not-returned: a deleted agent comes back by agent/update': reviving((call) => call.is('updateAgent')),
  'agent.deleted.not-returned: an update without a status brings a deleted agent back': reviving(
    (call) => call.isChange,
  ),
  'create-agent.delete: a second deletion brings the agent back': reviving((call) => call.sets(2)),
  'create-agent.publish: an agent that is renamed along with it stays a draft': storing('createAgent', (body) => {
    if (body.status === 1 && body.agent_name !== undefined) body.status = 3;
  }),
  'auth.token-header: a token is taken from the query': opening(null, /^$/, (call) => call.query('token')),
  'create-agent.delete.releases-numbers: a deleted agent keeps its numbers': keepingNumbers,
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
const filesIn = (parts: readonly FormPart[]): readonly FormPart[] =>
  parts.filter(({ name }) => name === 'FILE_KNOWLEDGE_BASES');

const isLarge = ({ value }: FormPart): boolean => value.length > 5_000_000;

/** Right files, which are refused for what they are like. */
const refusedFiles: readonly (readonly ['types' | 'count' | 'size', string, (files: Call['parts']) => boolean])[] = [
  ['types', 'DOCX files', (files) => files.some(({ file }) => file?.name.endsWith('.docx'))],
  ['types', 'extensions in upper case', (files) => files.some(({ file }) => /\.[A-Z]+$/.test(file?.name ?? ''))],
  ['count', 'three files', (files) => files.length === 3],
  ['size', 'files over 5 MB', (files) => files.some(isLarge)],
  ['size', 'files of 10 MB in all', (files) => files.filter(isLarge).length > 1],
];

const isGood = ({ file }: FormPart): boolean => /\.(pdf|csv)$/.test(file?.name ?? '');
/** Of a refused form that names an agent, the files that are right stay with the agent. */
const keepingGoodFiles: Break = also(({ parts, request, status }) => {
  const kept = parts.filter((part) => /agent_id|agent_name/.test(part.name) || isGood(part));
  const isRefused = status >= 400 && filesIn(parts).length > 2 && !filesIn(parts).every(isGood);
  return isRefused && { ...request, body: { kind: 'form', parts: kept } };
});

/** Of agents by createagentorupdate, with their sections and files. */
export const formFaults: readonly Fault[] = [
  ...faultsOf({
    'createagentorupdate.only-name-required: the form needs more than a name': refusingForms(
      (parts) => parts.length === 1,
    ),
    'createagentorupdate.multipart: forms are not read': instead(
      'createAgentOrUpdate',
      () => true,
      () => json(415, {}),
    ),
    'createagentorupdate.atomic: a refused form takes its numbers': takingNumbers(),
    'createagentorupdate.atomic: a refused form leaves an agent': also((call) => {
      const [name] = call.texts(/agent_name\]$/);
      return call.isForm && call.status === 422 && name !== undefined && changing({ agent_name: name });
    }),
    'codes.validation-error: 422 has a code of its own in another field': {
      after: (call, body, status) => {
        if (!call.is('createAgentOrUpdate') || status < 400) return;
        Object.assign(body as object, { code: status, error_code: status === 422 ? 'UNPROCESSABLE' : body.code });
      },
    },
    'createagentorupdate.atomic: of three files of a refused form the good ones stay': keepingGoodFiles,
    'createagentorupdate.denials: of the denied topics only the last one is kept': storingParts((part, { parts }) => {
      const topics = parts.filter(({ name }) => name.includes('denied_topics'));
      return topics.slice(0, -1).includes(part) ? null : part;
    }),
    'createagentorupdate.denials: denials beside a file are lost': storingParts((part, { parts }) =>
      filesIn(parts).length > 0 && part.name.startsWith('denials') ? null : part,
    ),
    'createagentorupdate.success: fields after a file are lost': storingParts((part, { parts }) =>
      part.file === undefined && parts.slice(0, parts.indexOf(part)).some(({ file }) => file !== undefined)
        ? null
        : part,
    ),
    'createagentorupdate.files.size: of several files the first alone is measured': storingParts((part, { parts }) =>
      filesIn(parts).indexOf(part) > 0 ? { ...part, value: part.value.slice(0, 2 ** 20) } : part,
    ),
    'createagentorupdate.files.types: of several files the first alone is looked at': storingParts((part, { parts }) =>
      filesIn(parts).indexOf(part) > 0 ? { ...part, value: 'a,b\n', file: { name: 'x.csv', type: 'text/csv' } } : part,
    ),
  }),
  ...refusedFiles.map(([end, what, when]) =>
    broken(
      `${what} are refused`,
      `createagentorupdate.files.${end}`,
      refusingForms((parts) => when(filesIn(parts))),
    ),
  ),
];
