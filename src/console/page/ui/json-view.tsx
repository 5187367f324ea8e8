import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { jsonTokens, prettyJson } from '../text/json-tokens.ts';

export interface JsonViewProps {
  readonly value: unknown;
  /** What it is, for those who come to it by keyboard. */
  readonly name: string;
}

/** More characters than these are shown on demand: each token is an element of the page. */
const shownCharacters = 20_000;

/** JSON in colours. It is made of text nodes alone, so nothing in it can run. */
export function JsonView({ value, name }: JsonViewProps): JSX.Element {
  const text = useMemo(() => prettyJson(value), [value]);
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > shownCharacters;
  const tokens = useMemo(() => jsonTokens(isCut ? text.slice(0, shownCharacters) : text), [text, isCut]);
  return (
    <div class="code-block">
      {/* A region that scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>
          {tokens.map(({ kind, text: piece }) =>
            kind === 'space' || kind === 'mark' ? piece : <span class={`json-${kind}`}>{piece}</span>,
          )}
        </code>
      </pre>
      {isCut ? (
        <button type="button" class="button small" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      ) : null}
    </div>
  );
}

export interface TextViewProps {
  readonly text: string;
  readonly name: string;
}

export function TextView({ text, name }: TextViewProps): JSX.Element {
  return (
    <div class="code-block">
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{text.slice(0, shownCharacters)}</code>
      </pre>
    </div>
  );
}
