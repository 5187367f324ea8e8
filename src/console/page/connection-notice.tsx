import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Connection } from './live/live-journal.ts';
import { useSession } from './session.ts';
import { Field } from './ui/panel.tsx';
import { Notice } from './ui/notice.tsx';

const words: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Every 2 s',
  lost: 'Not connected',
  refused: 'Refused',
};

/** How the page stands to the mock, in the header. */
export function ConnectionMark(): JSX.Element {
  const { live } = useSession();
  const connection = live.connection.value;
  return (
    <span class={`connection ${connection}`} role="status">
      {words[connection]}
    </span>
  );
}

/** Above every page: that the mock is gone, or does not let this page steer it. */
export function ConnectionNotice(): JSX.Element | null {
  const { live, isTokenAsked } = useSession();
  if (live.connection.value === 'lost') {
    return (
      <Notice kind="bad" title="The connection to the mock is lost">
        <p>Is it still running? What you see is how it was; this page goes on by itself once the mock answers again.</p>
      </Notice>
    );
  }
  if (live.connection.value !== 'refused') return null;
  if (isTokenAsked.value) return <ControlTokenForm />;
  return (
    <Notice kind="bad" title="The mock does not let this page steer it">
      <p>
        Open the console at the address that the mock printed when it started. On a host that others can reach, start it
        with <code>--control-token</code>.
      </p>
    </Notice>
  );
}

function ControlTokenForm(): JSX.Element {
  const { controlToken } = useSession();
  const [text, setText] = useState('');
  return (
    <Notice kind="warn" title="This mock asks for its control token">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          controlToken.value = text.trim();
        }}
      >
        <Field label="Control token, as given with --control-token">
          <input
            type="password"
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
        <button type="submit" class="button primary">
          Continue
        </button>
      </form>
    </Notice>
  );
}
