import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type ApiAnswer, dataFrom } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { type JsonDifference, jsonTokens, prettyJson } from '../text/json-text.ts';
import { Button } from './controls.tsx';
import { LoadedView, useLoaded } from './notice.tsx';
import { agentStatusTitles } from '../../../domain/agents/agent-status.ts';
import type { AgentStatus } from '../../../domain/records.ts';

interface CodeViewProps {
  readonly text: string;
  /** What it is, for those who come to it by keyboard, and on the button that copies it. */
  readonly name: string;
  readonly isJson?: boolean;
}

/** More characters than these are shown on demand: each token of JSON is an element of the page. */
const shownCharacters = 20_000;

const tones: Readonly<Record<string, string>> = { name: 'accent', string: 'good', number: 'warn', word: 'word' };

/** A text to read and to copy, JSON in colours. It is made of text nodes alone, so nothing in it can run. */
export function CodeView({ text, name, isJson = false }: CodeViewProps): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > shownCharacters;
  const shown = isCut ? text.slice(0, shownCharacters) : text;
  const tokens = useMemo(() => (isJson ? jsonTokens(shown) : []), [shown, isJson]);
  return (
    <div class="code-view stack close">
      <CopyButton text={text} name={name} />
      {/* A region that scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>
          {isJson
            ? tokens.map(({ kind, text: piece }) =>
                tones[kind] === undefined ? piece : <span class={tones[kind]}>{piece}</span>,
              )
            : shown}
        </code>
      </pre>
      {isCut ? (
        <Button
          text={`Show all ${text.length.toLocaleString('en')} characters`}
          kind="small"
          onClick={() => setWhole(true)}
        />
      ) : null}
    </div>
  );
}

export function JsonView({ value, name }: { readonly value: unknown; readonly name: string }): JSX.Element {
  const text = useMemo(() => prettyJson(value), [value]);
  return <CodeView text={text} name={name} isJson />;
}

/** Its name says what is copied, for those who do not see what it stands beside. */
export function CopyButton({ text, name }: Omit<CodeViewProps, 'isJson'>): JSX.Element {
  const [outcome, setOutcome] = useState<string | undefined>();
  const copy = async () => {
    setOutcome((await copied(text)) ? 'Copied' : 'Not copied');
    setTimeout(() => setOutcome(undefined), 1500);
  };
  return (
    <Button kind="small copy" onClick={copy} label={`${outcome ?? 'Copy'} ${name}`}>
      <span aria-live="polite">{outcome ?? 'Copy'}</span>
    </Button>
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
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without a secure context
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}

/** The headers of a request or an answer, folded. */
export function HeaderList({ headers }: Pick<ApiAnswer, 'headers'>): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="headers" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{headers.length} headers</summary>
      <dl>
        {isOpen
          ? headers.map(({ name, value }) => (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))
          : null}
      </dl>
    </details>
  );
}

interface TableProps {
  /** What it is, for those who come to it by keyboard. */
  readonly name: string;
  /** How it looks, in the style sheet. */
  readonly kind: string;
  readonly head: readonly ComponentChildren[];
  /** The first cell of a row says what the row is of. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table that scrolls by itself where it is too wide for the page. */
export function Table({ name, kind, head, rows }: TableProps): JSX.Element {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={name}>
      <table class={kind}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col">{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr>
              <th scope="row">{first}</th>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DifferenceTableProps {
  readonly name: string;
  readonly differences: readonly JsonDifference[];
}

/** Where two states of a record differ, before beside after. */
export function DifferenceTable({ name, differences }: DifferenceTableProps): JSX.Element {
  const none = <span class="muted">none</span>;
  const rows = differences.map(({ path, before, after }) => [
    path,
    before === undefined ? none : <del>{shortJson(before)}</del>,
    after === undefined ? none : <ins>{shortJson(after)}</ins>,
  ]);
  return <Table name={name} kind="differences" head={['Field', 'Before', 'After']} rows={rows} />;
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** A description of a document: paragraphs and lists, with code in backticks and emphasis in asterisks. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  const blocks = text.split('\n\n').filter((block) => block.trim() !== '');
  return (
    <div class="prose stack close">
      {blocks.map((block) =>
        block.trimStart().startsWith('- ') ? (
          <ul>
            {block
              .split('\n')
              .reduce<string[]>(joinItem, [])
              .map((item) => (
                <li key={item}>{inline(item)}</li>
              ))}
          </ul>
        ) : (
          <p>{inline(block)}</p>
        ),
      )}
    </div>
  );
}

/** A line that begins with a dash begins an item; others go on with the one before. */
function joinItem(items: string[], line: string): string[] {
  const text = line.trim();
  if (text.startsWith('- ') || items.length === 0) return [...items, text.replace(/^- /, '')];
  return [...items.slice(0, -1), `${items.at(-1) ?? ''} ${text}`];
}

function inline(text: string): (string | JSX.Element)[] {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((piece) => {
    if (piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>;
    return /^\*.+\*$/s.test(piece) ? <em>{piece.slice(1, -1)}</em> : piece;
  });
}

/** What came of a request that was sent from the console. */
export function AnswerView({ title, answer }: { readonly title: string; readonly answer: ApiAnswer }): JSX.Element {
  return (
    <div class={`answer stack ${answer.ok ? 'good' : 'warn'}`} role="status">
      <div class="row">
        <strong>{title}</strong>
        <StatusMark status={answer.status} />
        <span class="muted number">{answer.milliseconds.toFixed(0)} ms</span>
      </div>
      {answer.rule === null ? null : <RuleCard id={answer.rule} />}
      {answer.fault === null ? null : <p>Fault {answer.fault} decided this answer.</p>}
      {answer.warning === null ? null : <p>Answered, though the contract does not allow it: {answer.warning}</p>}
      <HeaderList headers={answer.headers} />
      {typeof answer.body === 'string' ? (
        <CodeView text={answer.body} name="Answer" />
      ) : (
        <JsonView value={answer.body} name="Answer" />
      )}
    </div>
  );
}

/** The rule that decided an answer, in words: where it stands, and whether it is said there or assumed. */
export function RuleCard({ id }: { readonly id: string }): JSX.Element {
  const { control } = useSession();
  const rule = useLoaded(id, () => dataFrom(control.GET('/__mock/rules/{id}', { params: { path: { id } } })));
  return (
    <LoadedView loaded={rule} name="the rule">
      {({ rule: words, kind, section }) => (
        <div class="stack close">
          <p>{inline(words)}</p>
          <div class="row">
            <Mark tone={kind === 'stated' ? 'good' : 'warn'}>{kind}</Mark>
            <span class="muted">section {section}</span>
            <code class="muted">{id}</code>
          </div>
        </div>
      )}
    </LoadedView>
  );
}

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

interface MarkProps {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A word with a colour that it does not depend on. */
export function Mark({ tone = 'plain', title, children }: MarkProps): JSX.Element {
  return (
    <span class={`mark ${tone}`} title={title}>
      {children}
    </span>
  );
}

export function StatusMark({ status }: { readonly status: number | null }): JSX.Element {
  if (status === null) return <Mark tone="bad">cut</Mark>;
  return <Mark tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}>{status}</Mark>;
}

const agentTones: Readonly<Record<AgentStatus, Tone>> = { 1: 'good', 2: 'bad', 3: 'plain' };

export function AgentStatusMark({ status }: { readonly status: AgentStatus }): JSX.Element {
  return <Mark tone={agentTones[status]}>{agentStatusTitles[status]}</Mark>;
}

const campaignTones: Readonly<Record<string, Tone>> = {
  inprogress: 'good',
  hold: 'warn',
  pause: 'warn',
  force_completed: 'bad',
  deleted: 'bad',
};

export function CampaignStatusMark({ status }: { readonly status: string }): JSX.Element {
  return <Mark tone={campaignTones[status] ?? 'plain'}>{status.replaceAll('_', ' ')}</Mark>;
}
