import type { JSX } from 'preact';
import { useSession } from './session.ts';

/** What came of the last things done; trouble stays until it is dismissed. */
export function Messages(): JSX.Element {
  const { messages, dismiss } = useSession();
  return (
    <div class="messages" role="log" aria-label="Messages">
      {messages.value.map(({ id, kind, text }) => (
        <div key={id} class={`message ${kind}`}>
          <span>{text}</span>
          <button type="button" class="button quiet small" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
