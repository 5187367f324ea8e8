import type { JSX } from 'preact';
import type { JsonDifference } from '../text/json-diff.ts';

export interface DifferenceTableProps {
  readonly name: string;
  readonly differences: readonly JsonDifference[];
}

/** Where two states of a record differ, before beside after. */
export function DifferenceTable({ name, differences }: DifferenceTableProps): JSX.Element {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={name}>
      <table class="differences">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{before === undefined ? <span class="muted">none</span> : <del>{shortJson(before)}</del>}</td>
              <td>{after === undefined ? <span class="muted">none</span> : <ins>{shortJson(after)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
