import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for those who do not see what it stands beside. */
  readonly name: string;
  readonly label?: string;
}

export function CopyButton({ text, name, label = 'Copy' }: CopyButtonProps): JSX.Element {
  const [outcome, setOutcome] = useState<string | undefined>();
  const copy = async () => {
    setOutcome((await copied(text)) ? 'Copied' : 'Not copied');
    setTimeout(() => setOutcome(undefined), 1500);
  };
  return (
    <button type="button" class="button small" onClick={() => void copy()} aria-label={`${outcome ?? 'Copy'} ${name}`}>
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  );
}

/** A page from another machine, without TLS, has no clipboard: an element's selection has one everywhere. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a secure context
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}
