import { memberOf, type Api } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import type { Findings } from '../../src/judge/learn/findings.ts';
import { createAgent, field, sendForm, updateAgent } from '../agents.ts';
import { absentAgent, absentCampaign } from '../absent-ids.ts';
import { either, eitherCaller, isAlike, isDone, isRefused, messageOf, unknownToken } from './answers.ts';

const broken = { contentType: 'application/json', text: '{"' };
const notJson = { contentType: 'text/plain', text: 'hello' };

/** What is done with bodies that cannot be read, and with what is not documented. */
export const bodyExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'bodies of verify and campaign-force-completed that cannot be read',
      effect: 'reversible',
      decides: ['errors.body.unreadable.text'],
      refusals: ['errors.body.unreadable'],
    },
    async (api, findings) => {
      const answers = [];
      for (const operation of ['verifyToken', 'forceCompleteCampaign'] as const) {
        answers.push(await api.call(operation, { raw: broken }), await api.call(operation, { raw: notJson }));
      }
      const refused = answers.filter(isRefused);
      const [first, ...others] = refused;
      if (first === undefined) return api.notVerified('a body that is not JSON is not refused');
      noteText(findings, 'errors.body.unreadable.text', refused);
      findings.refused('errors.body.unreadable', first, ...others);
    },
  ),
  experiment(
    {
      title: 'bodies of create-agent and agent/update that cannot be read',
      effect: 'reversible',
      decides: ['errors.body.unreadable.creation.answer', 'errors.body.unreadable.creation.text'],
      refusals: ['errors.body.unreadable.creation'],
    },
    async (api, findings) => {
      const answers = [];
      for (const operation of ['createAgent', 'updateAgent'] as const) {
        answers.push(await api.call(operation, { raw: broken }), await api.call(operation, { raw: notJson }));
      }
      const refused = answers.filter(isRefused);
      const [first] = refused;
      if (first === undefined) return api.notVerified('a body that is not JSON is not refused');
      const names = { 422: 'unprocessable', 400: 'bad-request' } as const;
      for (const answer of refused) {
        const name = names[answer.status as 422 | 400] as 'unprocessable' | 'bad-request' | undefined;
        findings.decide('errors.body.unreadable.creation.answer', name, answer);
        findings.refused('errors.body.unreadable.creation', answer);
      }
      noteText(findings, 'errors.body.unreadable.creation.text', refused);
      const form = await api.call('createAgentOrUpdate', { raw: broken });
      findings.refused('errors.body.unreadable.creation', form);
    },
  ),
  experiment(
    {
      title: 'verify without a body, and without a Content-Type',
      effect: 'none',
      decides: ['errors.body.absent', 'errors.body.content-type'],
    },
    async (api, findings) => {
      const absent = await api.call('verifyToken');
      findings.decide('errors.body.absent', either(absent, 'empty-object', 'unreadable'), absent);
      const untyped = await api.call('verifyToken', { raw: { contentType: null, text: '{}' } });
      findings.decide('errors.body.content-type', either(untyped, 'taken', 'refused'), untyped);
    },
  ),
  experiment(
    {
      title: 'large bodies',
      effect: 'none',
      decides: ['errors.body.limit'],
      refusals: ['errors.body.too-large'],
    },
    async (api, findings) => {
      const limits = [
        ['hundred-kilobytes', 100 * 2 ** 10],
        ['one-megabyte', 2 ** 20],
        ['ten-megabytes', 10 * 2 ** 20],
      ] as const;
      for (const [name, size] of limits) {
        const within = await verifyOfSize(api, size);
        if (!isDone(within)) {
          findings.decide('errors.body.limit', undefined, within, `${size} bytes are refused`);
          return;
        }
        const beyond = await verifyOfSize(api, size + 1);
        if (isDone(beyond)) continue;
        findings.decide('errors.body.limit', either(beyond, undefined, name), beyond);
        findings.refused('errors.body.too-large', beyond);
        return;
      }
      api.notVerified('no limit up to 10 MB was met');
    },
  ),
  experiment(
    { title: 'a bad token with a bad body', effect: 'reversible', decides: ['errors.order'] },
    async (api, findings) => {
      for (const operation of ['verifyToken', 'createAgent'] as const) {
        const answer = await api.call(operation, { raw: broken, token: unknownToken });
        findings.decide('errors.order', eitherCaller(answer, 'body-first', 'token-first'), answer);
      }
    },
  ),
  experiment(
    {
      title: 'query parameters that are not documented',
      effect: 'none',
      decides: ['request.unknown-query'],
    },
    async (api, findings) => {
      const provider_id = api.settings.providers?.listed?.[0] ?? 'provider_a';
      const known = await api.call('listVoices', { query: { provider_id } });
      if (!isDone(known)) api.notVerified(`voice-list answered ${known.status}`, 'providers.listed');
      const more = await api.call('listVoices', { query: { provider_id, color: 'red' } });
      findings.decide('request.unknown-query', either(more, 'ignored', 'refused'), more);
      const agent_id = await absentAgent(api);
      const missing = await api.call('getAgent', { query: { agent_id } });
      const other = await api.call('getAgent', { query: { agent_id, color: 'red' } });
      if (isRefused(other))
        findings.decide('request.unknown-query', isAlike(missing, other) ? 'ignored' : 'refused', other);
    },
  ),
  experiment(
    {
      title: 'body members that are not documented',
      effect: 'reversible',
      decides: ['request.unknown-member'],
    },
    async (api, findings) => {
      const verified = await api.call('verifyToken', { json: { color: 'red' } });
      findings.decide('request.unknown-member', either(verified, 'ignored', 'refused'), verified);
      const form = await sendForm(api, 'member', [field('color', 'red')]);
      findings.decide('request.unknown-member', either(form, 'ignored', 'refused'), form);
      const campaign_id = await absentCampaign(api);
      const json = { campaign_id, campaign_status: 'hold' };
      const missing = await api.call('forceCompleteCampaign', { json });
      const other = await api.call('forceCompleteCampaign', { json: { ...json, color: 'red' } });
      if (isRefused(other))
        findings.decide('request.unknown-member', isAlike(missing, other) ? 'ignored' : 'refused', other);
    },
  ),
  experiment(
    {
      title: 'what a validation message says',
      effect: 'reversible',
      decides: ['errors.validation-message'],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'message');
      const answers = [await updateAgent(api, id, { voice: 5 }), await updateAgent(api, id, { llm: 'x' })];
      noteMessages(findings, answers, ['voice', 'llm']);
      const fields = ['basic_details[category]', 'basic_details[purpose]'];
      const forms = [];
      for (const name of fields) forms.push(await sendForm(api, 'message', [field(name, 'x')]));
      noteMessages(findings, forms, ['category', 'purpose']);
    },
  ),
];

function verifyOfSize(api: Api, size: number): Promise<CheckedAnswer> {
  const raw = { contentType: 'application/json', text: `{}${' '.repeat(size - 2)}` };
  return api.call('verifyToken', { raw });
}

function noteText(
  findings: Findings,
  choice: 'errors.body.unreadable.text' | 'errors.body.unreadable.creation.text',
  refused: readonly CheckedAnswer[],
): void {
  const [first] = refused;
  const messages = [...new Set(refused.map(messageOf))];
  if (first === undefined) return;
  const isOwn = messages.length === 1 && typeof messages[0] === 'string' && messages[0] !== 'Invalid request body';
  // Whatever is wrong with the body: then the message is an open value.
  if (isOwn && refused.length > 1) findings.hidden([choice], 'the message is always the same, one of its own');
  else {
    const isReason = messages.length > 1 && !messages.includes(undefined);
    const decided = isReason ? 'reason' : messages[0] === 'Invalid request body' ? 'plain' : undefined;
    findings.decide(choice, decided, first, JSON.stringify(messageOf(first)));
  }
}

function noteMessages(findings: Findings, answers: readonly CheckedAnswer[], names: readonly string[]): void {
  const [first] = answers;
  if (first === undefined || !answers.every(({ status }) => status === 422)) return;
  const messages = answers.map(({ body }) => String(memberOf(body, 'message')));
  const isNamed = messages.every((message, index) => message.includes(names[index] ?? ''));
  const isPrefixed = isNamed && messages.every((message) => message.startsWith('Validation error: '));
  const isGeneric = messages.every((message) => message === 'Validation failed');
  const decided = isPrefixed ? 'prefixed' : isNamed ? 'named' : isGeneric ? 'generic' : undefined;
  findings.decide('errors.validation-message', decided, first, JSON.stringify(messages[0]));
}
