import type { CodeKind, CodeRecord } from '../../domain/records.ts';

/** What is known of a voice provider: its id on the wire, its integer code, its name and its text-to-speech models. */
export interface VoiceProvider {
  readonly id: string;
  readonly code: number;
  readonly name: string;
  readonly default_page_size: number;
  readonly models: readonly string[];
}

/** The four supported providers; page sizes follow `voice-list.default-limit.sizes`. */
export const voiceProviders: readonly VoiceProvider[] = [
  {
    id: 'provider_a',
    code: 1,
    name: 'Aurora Voices',
    default_page_size: 10,
    models: ['aurora-flow-1', 'aurora-studio-2', 'aurora-swift-2'],
  },
  {
    id: 'provider_b',
    code: 2,
    name: 'Birch Speech',
    default_page_size: 20,
    models: ['birch-neural-1', 'birch-neural-2'],
  },
  { id: 'provider_c', code: 3, name: 'Cedar Audio', default_page_size: 25, models: ['cedar-lite-1'] },
  { id: 'provider_d', code: 4, name: 'Dogwood Sound', default_page_size: 50, models: ['dogwood-prime-1'] },
];

/** Who turns speech into text, with models; codes count from 1 in this order. */
export const transcribers: readonly {
  readonly id: string;
  readonly label: string;
  readonly models: readonly string[];
}[] = [
  { id: 'northscribe', label: 'Northscribe', models: ['northscribe-fast-1', 'northscribe-precise-2'] },
  { id: 'deltatext', label: 'Deltatext', models: ['deltatext-stream-1', 'deltatext-phone-2'] },
  { id: 'harbordict', label: 'Harbordict', models: ['harbordict-multi-1'] },
];

const categories = [
  ['Healthcare', '#0B5345', '#D1F2EB'],
  ['Insurance', '#1B4F72', '#D6EAF8'],
  ['Banking and Finance', '#145A32', '#D5F5E3'],
  ['Logistics', '#784212', '#FAE5D3'],
  ['Hospitality', '#7B241C', '#FADBD8'],
  ['Education', '#4A235A', '#E8DAEF'],
  ['Retail', '#7D6608', '#FCF3CF'],
  ['Telecom and Utilities', '#1B2631', '#D6DBDF'],
] as const;

const purposes = [
  'Appointment reminder',
  'Renewal',
  'Payment follow-up',
  'Delivery scheduling',
  'Booking confirmation',
  'Enrolment counselling',
  'Customer support',
  'Survey',
  'Lead qualification',
];

const agentTypes = ['Voice', 'Chat', 'Telephony', 'General'];

/** The code of a name within its kind, 0 for one that the table does not hold (`create-agent.read-back.codes`). */
export function codeOf(kind: CodeKind, name: string): number {
  return codeTable.find((code) => code.kind === kind && code.name === name)?.code ?? 0;
}

/** The code tables: what the integer codes mean, and which names stand for them on the wire. */
export const codeTable: readonly CodeRecord[] = [
  ...categories.map(([label, text_color, background_color], index) => ({
    ...numbered('category', label, index),
    text_color,
    background_color,
  })),
  ...purposes.map((label, index) => numbered('purpose', label, index)),
  ...agentTypes.map((label, index) => numbered('agent_type', label, index)),
  ...voiceProviders.map(({ id, name, code }) => namedCode('voice_provider', id, name, code)),
  ...transcribers.map(({ id, label }, index) => namedCode('transcriber_provider', id, label, index + 1)),
  ...voiceProviders
    .flatMap(({ models }) => models)
    .map((name, index) => namedCode('tts_model', name, modelLabel(name), index + 1)),
  ...transcribers
    .flatMap(({ models }) => models)
    .map((name, index) => namedCode('stt_model', name, modelLabel(name), index + 1)),
];

function numbered(kind: CodeKind, label: string, index: number): CodeRecord {
  const code = index + 1;
  return { id: `${kind}:${code}`, kind, code, name: null, label, text_color: null, background_color: null };
}

function namedCode(kind: CodeKind, name: string, label: string, code: number): CodeRecord {
  return { id: `${kind}:${name}`, kind, code, name, label, text_color: null, background_color: null };
}

/** `birch-neural-2` as `Birch Neural 2`. */
function modelLabel(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
