export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from text that comes in pieces of any size. `EventSource` would do so too, but cannot send
 * the headers that name the world and carry the control token.
 */
export class EventStreamParser {
  #rest = '';

  /** The events that are complete with this piece; comments and retry times are none. */
  push(piece: string): readonly StreamEvent[] {
    const blocks = (this.#rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap(readBlock);
  }
}

function readBlock(block: string): readonly StreamEvent[] {
  let id = '';
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const [field, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? [] : [{ id, event, data: data.join('\n') }];
}
