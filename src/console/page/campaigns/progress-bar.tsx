import type { JSX } from 'preact';
import type { Schemas } from '../api/control-client.ts';

export interface ProgressBarProps {
  readonly counts: Schemas['AudienceCounts'];
  /** With a legend that has the numbers. */
  readonly hasLegend?: boolean;
}

const parts = [
  { key: 'completed', name: 'Completed' },
  { key: 'inqueue', name: 'Inqueue' },
  { key: 'fresh', name: 'Fresh' },
  { key: 'halted', name: 'Halted' },
] as const;

/** How many records of an audience are in which status. */
export function ProgressBar({ counts, hasLegend = false }: ProgressBarProps): JSX.Element {
  const words = parts.map(({ key, name }) => `${counts[key]} ${name}`).join(', ');
  return (
    <span class="progress">
      <span class="bar" role="img" aria-label={counts.total === 0 ? 'No records' : words}>
        {parts
          .filter(({ key }) => counts[key] > 0)
          .map(({ key }) => (
            <span key={key} class={key} style={{ flexGrow: counts[key] }} />
          ))}
      </span>
      {hasLegend ? (
        <span class="legend">
          {parts.map(({ key, name }) => (
            <span key={key}>
              <span class={`dot ${key}`} /> {name} <strong class="number">{counts[key].toLocaleString('en')}</strong>
            </span>
          ))}
        </span>
      ) : null}
    </span>
  );
}
