import type { JSX } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { TextView } from './json-view.tsx';

export interface CodeSampleProps {
  readonly name: string;
  readonly text: string;
}

/** A text to be copied. */
export function CodeSample({ name, text }: CodeSampleProps): JSX.Element {
  return (
    <div class="code-sample">
      <CopyButton text={text} name={name} />
      <TextView text={text} name={name} />
    </div>
  );
}
