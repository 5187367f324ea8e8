import type { JSX } from 'preact';
import { agentMoves, agentStatusTitles, type AgentMove } from '../../../domain/agents/agent-status.ts';
import type { AgentStatus } from '../../../domain/records.ts';

export interface StateDiagramProps {
  readonly status: AgentStatus;
  /** The state that a request about to be sent asks for. */
  readonly pointed: AgentStatus | undefined;
}

interface Arrow {
  readonly path: string;
  readonly label: string;
  readonly at: readonly [number, number];
}

const states: readonly { readonly status: AgentStatus; readonly x: number; readonly y: number }[] = [
  { status: 3, x: 150, y: 60 },
  { status: 1, x: 390, y: 60 },
  { status: 2, x: 270, y: 214 },
];

/** How each move is drawn, by where it leads from and to. Which moves there are says the transition table. */
const arrows: Readonly<Record<string, Arrow>> = {
  'new 3': { path: 'M28 60H92', label: 'new', at: [58, 50] },
  '3 1': { path: 'M206 50C250 30 290 30 332 48', label: 'publish · 1', at: [270, 24] },
  '1 3': { path: 'M334 70C290 88 250 88 208 72', label: 'unpublish · 3', at: [270, 104] },
  '3 2': { path: 'M140 84C145 150 180 190 210 206', label: 'delete · 2', at: [112, 158] },
  '1 2': { path: 'M400 84C395 150 360 190 330 206', label: 'delete · 2', at: [430, 158] },
  '2 3': { path: 'M246 190C214 160 184 120 170 88', label: '3', at: [226, 150] },
  '2 1': { path: 'M294 190C326 160 356 120 370 88', label: '1', at: [314, 150] },
};

/** The states of an agent and what leads from one to another; the present state and its ways out are lit. */
export function StateDiagram({ status, pointed }: StateDiagramProps): JSX.Element {
  return (
    <svg
      class="states"
      viewBox="0 0 480 246"
      role="img"
      aria-label={`State machine: the agent is ${agentStatusTitles[status]}`}
    >
      <defs>
        {['', '-lit', '-pointed'].map((kind) => (
          <marker
            key={kind}
            id={`arrow${kind}`}
            class={`arrow-head${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8Z" />
          </marker>
        ))}
      </defs>
      <circle class="state-new" cx="22" cy="60" r="6" />
      {agentMoves().map((move) => {
        const name = `${move.from} ${move.to}`;
        const arrow = arrows[name];
        return arrow === undefined ? null : <ArrowPath key={name} arrow={arrow} kind={kindOf(move, status, pointed)} />;
      })}
      {states.map(({ status: one, x, y }) => (
        <g key={one} class={`state ${one === status ? 'lit' : ''}`}>
          <rect x={x - 56} y={y - 23} width="112" height="46" rx="23" />
          <text x={x} y={y + 5}>
            {agentStatusTitles[one]} · {one}
          </text>
        </g>
      ))}
    </svg>
  );
}

function ArrowPath({ arrow, kind }: { readonly arrow: Arrow; readonly kind: '' | '-lit' | '-pointed' }): JSX.Element {
  const [x, y] = arrow.at;
  return (
    <g class={`arrow${kind}`}>
      <path d={arrow.path} marker-end={`url(#arrow${kind})`} />
      <text x={x} y={y}>
        {arrow.label}
      </text>
    </g>
  );
}

function kindOf(
  { from, to }: AgentMove,
  status: AgentStatus,
  pointed: AgentStatus | undefined,
): '' | '-lit' | '-pointed' {
  if (from !== status) return '';
  return to === pointed ? '-pointed' : '-lit';
}
