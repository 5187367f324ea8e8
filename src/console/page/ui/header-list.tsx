import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

export interface HeaderListProps {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** The headers of a request or an answer, folded. */
export function HeaderList({ headers }: HeaderListProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="headers" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{headers.length} headers</summary>
      {isOpen ? (
        <dl>
          {headers.map(({ name, value }, index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </details>
  );
}
