import type { JSX } from 'preact';

/** A description of a document: paragraphs and lists, with code in backticks and emphasis in asterisks. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  const blocks = text.trim().split('\n\n');
  return (
    <div class="prose">
      {blocks
        .filter((block) => block.trim() !== '')
        .map((block, index) =>
          block.trimStart().startsWith('- ') ? (
            <ul key={index}>
              {block
                .split('\n')
                .reduce<string[]>(joinItem, [])
                .map((item) => (
                  <li key={item}>{inline(item)}</li>
                ))}
            </ul>
          ) : (
            <p key={index}>{inline(block)}</p>
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
