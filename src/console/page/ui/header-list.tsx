import type { JSX } from 'preact';

export interface HeaderListProps {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** The headers of a request or an answer, folded. */
export function HeaderList({ headers }: HeaderListProps): JSX.Element {
  return (
    <details class="headers">
      <summary>{headers.length} headers</summary>
      <dl>
        {headers.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
