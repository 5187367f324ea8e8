import type { ComponentChildren, JSX } from 'preact';
import { agentStatusTitles } from '../../../domain/agents/agent-status.ts';
import type { AgentStatus } from '../../../domain/records.ts';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export interface MarkProps {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A word with a colour that it does not depend on. */
export function Mark({ tone = 'plain', title, children }: MarkProps): JSX.Element {
  return (
    <span class={`mark ${tone}`} title={title}>
      {children}
    </span>
  );
}

export function StatusMark({ status }: { readonly status: number | null }): JSX.Element {
  if (status === null) return <Mark tone="bad">cut</Mark>;
  return <Mark tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}>{status}</Mark>;
}

const agentTones: Readonly<Record<AgentStatus, Tone>> = { 1: 'good', 2: 'bad', 3: 'plain' };

export function AgentStatusMark({ status }: { readonly status: AgentStatus }): JSX.Element {
  return <Mark tone={agentTones[status]}>{agentStatusTitles[status]}</Mark>;
}

const campaignTones: Readonly<Record<string, Tone>> = {
  inprogress: 'good',
  hold: 'warn',
  pause: 'warn',
  force_completed: 'bad',
  deleted: 'bad',
};

export function CampaignStatusMark({ status }: { readonly status: string }): JSX.Element {
  return <Mark tone={campaignTones[status] ?? 'plain'}>{status.replaceAll('_', ' ')}</Mark>;
}
