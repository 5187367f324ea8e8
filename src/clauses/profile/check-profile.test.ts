import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { editorSchemas } from '../../testing/small-document.ts';
import { checkProfile, profileJson } from './check-profile.ts';
import { ProfileError } from './profile.ts';

const { choices } = loadContractDocument();
const by = 'hand';
const whole = (decisions: object, more: object = {}) => ({
  profile: 'voice-agent-mock/profile/1',
  name: 'staging',
  choices: decisions,
  ...more,
});

function faultsOf(profile: unknown): readonly string[] {
  try {
    checkProfile(profile, choices);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.lines;
    throw error;
  }
}

describe('a profile', () => {
  it('is read as it is written, and reads again', () => {
    const learned = { on: '2026-11-20', request: 'POST /create-agent', answer: '404 Agent not found' };
    const profile = whole({
      'agent.deleted': { alternative: 'missing', learned },
      'campaign.running.message': { value: 'Not running', by },
      'agent.token': { not_observed: 'No agent could be read: give agents in the configuration.' },
    });
    expect(profileJson(checkProfile(profile, choices))).toEqual(profile);
  });

  it.each([
    ['another format', { ...whole({}), profile: 'voice-agent-mock/profile/9' }, 'profile: is not'],
    ['a member of its own', whole({}, { author: 'me' }), 'author: is not known here'],
    ['a name with a line break', whole({}, { name: 'a\nb' }), 'name: must be'],
    ['choices that are a list', whole([]), 'choices: must be'],
    ['an unknown choice', whole({ 'agent.delete': { alternative: 'missing', by } }), 'Did you mean agent.deleted?'],
    [
      'a choice called constructor',
      whole({ constructor: { alternative: 'missing', by } }),
      'choices.constructor: is not',
    ],
    ['an unknown alternative', whole({ 'agent.deleted': { alternative: 'mising', by } }), 'Did you mean missing?'],
    ['no alternative', whole({ 'agent.deleted': { by } }), 'must name an alternative: restorable, missing.'],
    ['a value for alternatives', whole({ 'agent.deleted': { value: 'missing', by } }), 'must name an alternative'],
    [
      'an alternative for a value',
      whole({ 'campaign.running.message': { alternative: 'x', by } }),
      'must have a value',
    ],
    ['a decision that is text', whole({ 'agent.deleted': 'missing' }), 'must be an object with alternative and by'],
    [
      'an unknown member',
      whole({ 'agent.deleted': { alternative: 'missing', by, why: 1 } }),
      '.why: is not known here',
    ],
    ['no origin', whole({ 'agent.deleted': { alternative: 'missing' } }), 'must say where it comes from'],
    ['two origins', whole({ 'agent.deleted': { alternative: 'missing', by, learned: {} } }), 'where it comes from'],
    [
      'a learned one without its answer',
      whole({ 'agent.deleted': { alternative: 'missing', learned: { on: '' } } }),
      'on, request and answer',
    ],
  ])('with %s is refused', (_, profile, fault) => {
    expect(faultsOf(profile)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['campaign.running.status', 401, 'a token alone is refused with 401'],
    ['campaign.running.status', 200, 'a refusal is no success'],
    ['campaign.running.status', 500, 'a refusal is no failure of the server'],
    ['createagentorupdate.updated.message', 'Agent saved', "the message says 'updated'"],
    ['voice-list.provider-id.unsupported.template', 'Unknown provider', 'the message names id and supported values'],
    ['voice-list.default-limit.provider_a', 0, 'a page has a voice'],
    ['audience-list.limit.maximum', 1.5, 'a limit is whole'],
    ['campaign.running.message', '', 'an error has a message'],
  ])('that breaks a stated rule, %s %j, is refused: %s', (...[id, value]) => {
    expect(faultsOf(whole({ [id]: { value, by } }))).toEqual([expect.stringContaining(`choices.${id}.value: `)]);
  });

  it.each([undefined, null, 7, 'staging', [], {}])('that is no profile at all, %j, is refused', (profile) => {
    expect(faultsOf(profile)).toHaveLength(3);
  });

  it('is as its JSON Schema says', async () => {
    const { 'profile.schema.json': schema = {} } = await editorSchemas();
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    const decision = { 'agent.deleted': { alternative: 'missing', by }, 'campaign.running.status': { value: 409, by } };
    expect(validate(whole(decision))).toBe(true);
    expect(validate(whole({ 'agent.deleted': { alternative: 'gone', by } }))).toBe(false);
    expect(validate(whole({ 'campaign.running.status': { value: 401, by } }))).toBe(false);
    expect(validate(whole({ 'agent.deleted': { alternative: 'missing' } }))).toBe(false);
    expect(validate(whole({ 'agent.delete': { alternative: 'missing', by } }))).toBe(false);
  });

  it('is refused with every fault at once', () => {
    expect(faultsOf(whole({ one: {}, 'agent.deleted': { alternative: 'gone', by: 'me' } }))).toHaveLength(3);
  });
});
