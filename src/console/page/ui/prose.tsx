import type { JSX } from 'preact';

/** A description of a document: paragraphs and lists, with code in backticks and emphasis in asterisks. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  const blocks = text.trim().split('\n\n');
  return (
    <div class="prose">
      {blocks
        .filter((block) => block.trim() !== '')
        .map((block, index) =>
          /^\s*- /.test(block) ? (
            <ul key={index}>
              {block
                .split(/(?:^|\n)\s*- /)
                .filter((item) => item !== '')
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

function inline(text: string): (string | JSX.Element)[] {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((piece) => {
    if (piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>;
    return /^\*.+\*$/s.test(piece) ? <em>{piece.slice(1, -1)}</em> : piece;
  });
}
