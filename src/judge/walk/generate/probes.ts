import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, FormField, SentRequest } from '../../steps.ts';
import { newAgentRequest } from './requests.ts';

/**
 * Every operation as plainly as can be, by each caller, and what it must refuse: each walk begins with those that were
 * sent least often, so that no walk about something else leaves them out.
 */
export function probesOf(settings: Settings, canWrite: boolean): SentRequest[] {
  const plain = [...reads(settings, canWrite), ...(canWrite ? writes(settings) : [])];
  return [
    ...plain.flatMap((request) => callersOf(request, settings).map((as) => ({ ...request, as }))),
    ...refusedProbes(settings),
    ...(canWrite ? refusedForms : []),
  ];
}

function reads({ campaigns = {}, providers }: Settings, canWrite: boolean): SentRequest[] {
  const [provider_id] = providers?.listed ?? [];
  return [
    { operation: 'verifyToken', as: 'own', json: {} },
    ...(canWrite ? [{ operation: 'getAgent', as: 'own', query: { agent_id: { $agent: 0 } } } as const] : []),
    ...(provider_id === undefined ? [] : [{ operation: 'listVoices', as: 'own', query: { provider_id } } as const]),
    ...((campaigns.read ?? []).length === 0
      ? []
      : [{ operation: 'listAudience', as: 'own', query: { campaign_id: { $campaign: 'read' } } } as const]),
  ];
}

function writes({ agents, campaigns = {} }: Settings): SentRequest[] {
  const agent_id = { $agent: 0 };
  const hold = { campaign_id: { $campaign: 'changeable' }, campaign_status: 'hold' };
  return [
    newAgentRequest(),
    { operation: 'createAgent', as: 'own', json: { agent_id, description: 'Probed' } },
    { operation: 'createAgent', as: 'own', json: { agent_id, status: 3 } },
    { operation: 'createAgentOrUpdate', as: 'own', form: [name({ $name: 'form' })] },
    ...(agents?.uuid === undefined
      ? []
      : [{ operation: 'updateAgent', as: 'own', json: { agent_id: { $uuid: 0 }, language: 'en' } } as const]),
    ...(campaigns.changeable === undefined
      ? []
      : [{ operation: 'forceCompleteCampaign', as: 'own', json: hold } as const]),
  ];
}

/** Callers of another workspace may read what is not of a workspace. */
function callersOf({ operation }: SentRequest, settings: Settings): Caller[] {
  const { second_workspace: second, expired_token: expired } = settings;
  const isShared = operation === 'listVoices' || operation === 'verifyToken';
  return [
    ...(['own', 'none', 'unknown', 'empty', ...otherWays] as const),
    ...((expired ?? '') === '' ? [] : (['expired', 'expiredAccess', 'expiredFirst'] as const)),
    ...((second?.token ?? '') === '' || isShared ? [] : (['second'] as const)),
  ];
}

/** A right token and an unknown one in each header, alone and beside each other. */
const otherWays = [
  ...(['access', 'both', 'header', 'bearer', 'bare', 'capital'] as const),
  ...(['unknownAccess', 'rightFirst', 'wrongFirst', 'emptyFirst'] as const),
];

function refusedProbes({ login, providers }: Settings): SentRequest[] {
  const tokens = ['login', 'none', 'unknown', 'expired', 'tokenless', 'own', ...otherWays] as const;
  const absent = { $absent: 0 };
  return [
    ...((login?.token ?? '') === '' ? [] : tokens.map((as): SentRequest => ({ operation: 'getToken', as }))),
    { operation: 'getAgent', as: 'own', query: {} },
    { operation: 'getAgent', as: 'own', query: { agent_id: absent } },
    { operation: 'getAgent', as: 'own', query: { agent_id: 'abc' } },
    { operation: 'listVoices', as: 'own', query: {} },
    { operation: 'listVoices', as: 'own', query: { provider_id: 'nobody-speaks' } },
    ...(providers?.not_set_up === undefined
      ? []
      : [{ operation: 'listVoices', as: 'own', query: { provider_id: providers.not_set_up } } as const]),
    { operation: 'listAudience', as: 'own', query: {} },
    { operation: 'listAudience', as: 'own', query: { campaign_id: absent } },
  ];
}

function name(value: unknown): FormField {
  return { name: 'basic_details[agent_name]', value };
}

/** With no name, with an empty one, and with one that is not a single text. */
const refusedForms: readonly SentRequest[] = [
  [{ name: 'basic_details[agent_type]', value: '3' }],
  [name('')],
  [{ name: 'basic_details[agent_name][first]', value: 'x' }],
].map((form) => ({ operation: 'createAgentOrUpdate', as: 'own', form }));
