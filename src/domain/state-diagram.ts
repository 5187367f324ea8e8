import { agentTransitions, type AgentTransition } from './agent-status.ts';

const names = { 1: 'Active', 2: 'Deleted', 3: 'Draft' } as const;
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
  if (transition.from === 'new') return 'to' in outcome ? [`[*] --> ${names[outcome.to]}: ${label}`] : [];
  return Object.values(names).map((from) =>
    'to' in outcome ? `${from} --> ${names[outcome.to]}: ${label}` : `${from} --> ${from}: ${label} (refused)`,
  );
}
