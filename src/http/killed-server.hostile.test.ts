import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startServe } from '../testing/serve-process.ts';
import { tokens } from '../testing/well-known.ts';

const folder = mkdtempSync(join(tmpdir(), 'killed-server-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const api = '/api/v1/global';
const headers = { token: tokens.acme, 'content-type': 'application/json' };

/** An agent that one writer changes: the last version that was answered, and the last that was sent. */
interface Book {
  readonly id: number;
  answered: number;
  sent: number;
}

interface Details {
  readonly data: { readonly basic_details: { readonly description: string | null; readonly agent_prompt: string } };
}

// A process that is killed answers no more, and one that is asked to end answers what it has taken.
it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a served mock that ends by %s under eight writers loses no answer',
  async (signal) => {
    const dir = join(folder, signal);
    let server = await startServe(200, ['--data-dir', dir]);
    const books: Book[] = [];
    for (let writer = 0; writer < 8; writer += 1) {
      const { data } = (await post(server.url, { agent_name: `Writer ${writer}`, prompt: 'v0' })) as {
        data: { agent_id: number };
      };
      books.push({ id: data.agent_id, answered: 0, sent: 0 });
    }
    const answered = (): number => books.reduce((sum, book) => sum + book.answered, 0);
    for (let round = 0; round < 6; round += 1) {
      const { url } = server;
      const work = Promise.all(books.map((book) => writeOn(url, book)));
      const enough = answered() + 20 + Math.random() * 80;
      while (answered() < enough) await pause(1 + Math.random() * 5);
      await server.stop(signal);
      await work;
      server = await startServe(200, ['--data-dir', dir]);
      for (const book of books) await compare(server.url, book);
    }
    await server.stop();
  },
);

/** Writes one version after another until the server is gone. */
async function writeOn(url: string, book: Book): Promise<void> {
  for (;;) {
    book.sent = book.answered + 1;
    const version = `v${book.sent}`;
    try {
      await post(url, { agent_id: book.id, description: version, prompt: version });
    } catch {
      return;
    }
    book.answered = book.sent;
  }
}

/** What was answered is there, and what was sent without an answer is there whole or not at all. */
async function compare(url: string, book: Book): Promise<void> {
  const answer = await fetch(`${url}${api}/agents/get-by-id?agent_id=${book.id}`, { headers });
  const { description, agent_prompt: prompt } = ((await answer.json()) as Details).data.basic_details;
  const version = Number(prompt.slice(1));
  expect([book.answered, book.sent]).toContain(version);
  if (version > 0) expect(description).toBe(prompt);
  book.answered = version;
}

/** @throws Error if the server does not take it */
async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(`${url}${api}/create-agent`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return answer.json();
}
