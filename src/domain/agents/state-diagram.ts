import { agentStatusTitles, agentTransitions, type AgentTransition } from './agent-status.ts';

const conditions = {
  none: '',
  'workspace-number': ', an active workspace number attached',
  'no-active-number': ', no active number attached',
  'only-shared-numbers': ', only shared numbers attached',
} as const;

/** The transition table as a Mermaid state diagram; refusals are loops of the states they leave as they were. */
export function stateDiagram(transitions: readonly AgentTransition[] = agentTransitions): string {
  const lines = transitions.flatMap((transition) => arrows(transition).map((arrow) => `  ${arrow}`));
  return ['stateDiagram-v2', ...lines].join('\n');
}

function arrows(transition: AgentTransition): string[] {
  const { requested, condition, outcome } = transition;
  const label = `${requested === 'none' ? 'created' : `status ${requested}`}${conditions[condition]}`;
  if (transition.from === 'new') return 'to' in outcome ? [`[*] --> ${agentStatusTitles[outcome.to]}: ${label}`] : [];
  return Object.values(agentStatusTitles).map((from) =>
    'to' in outcome
      ? `${from} --> ${agentStatusTitles[outcome.to]}: ${label}`
      : `${from} --> ${from}: ${label} (refused)`,
  );
}
