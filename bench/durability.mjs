/** What an answered write is worth: kill -9 under parallel writes, SIGTERM under load. */
import { readFile, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { globalPath, token } from './operations.mjs';
import { mockServer } from './peers.mjs';
import { inTemporaryFolder, startServer } from './server-process.mjs';

const writers = 8;
const freeNumber = '+15550009001';

/** @returns sentences; throws where something that was answered is lost, half done or unreadable */
export function measureDurability({ rounds, say }) {
  return inTemporaryFolder(async (base) => [
    await killAgainAndAgain(join(base, 'killed'), rounds, say),
    await endUnderLoad(join(base, 'ended'), Math.min(rounds, 20)),
  ]);
}

async function killAgainAndAgain(dir, rounds, say) {
  let server = await startServer(mockServer('--data-dir', dir));
  const books = await openBooks(server.port);
  let answered = 0;
  let unanswered = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const work = writeUntilKilled(server.port, books);
    await pause(20 + Math.random() * 400);
    await server.stop('SIGKILL');
    const counts = await work;
    answered += counts.answered;
    unanswered += counts.unanswered;
    await readEveryFile(dir);
    server = await startServer(mockServer('--data-dir', dir));
    for (const book of books) await compareWithBook(server.port, book);
    if (round % 20 === 0) say(`${round} rounds, ${answered} answered writes`);
  }
  await server.stop();
  return `kill -9 in ${rounds} rounds under ${writers} parallel writers: ${answered} answered writes all there, of ${unanswered} unanswered ones none half done, every file readable.`;
}

/** One agent for each writer, and the last version of it that was answered and that was sent. */
async function openBooks(port) {
  const books = [];
  for (let writer = 0; writer < writers; writer += 1) {
    const { body } = await sendTo(port, 'POST', `${globalPath}/create-agent`, { agent_name: `Writer ${writer}` });
    books.push({ agentId: body.data.agent_id, takesNumber: writer === 0, answered: 0, sent: 0, made: [] });
  }
  return books;
}

async function writeUntilKilled(port, books) {
  const counts = { answered: 0, unanswered: 0 };
  await Promise.all(
    books.map(async (book) => {
      try {
        for (;;) {
          const version = (book.sent = book.answered + 1);
          if (version % 10 === 0) {
            const made = await sendTo(port, 'POST', `${globalPath}/create-agent`, { agent_name: `v${version}` });
            if (made.status === 200) book.made.push({ id: made.body.data.agent_id, name: `v${version}` });
          }
          await write(port, book, version);
          book.answered = version;
          counts.answered += 1;
        }
      } catch (error) {
        requireCut(error);
        counts.unanswered += 1;
      }
    }),
  );
  return counts;
}

/** Changes several fields at once, and with a number a second collection: after a crash they must agree. */
async function write(port, { agentId, takesNumber }, version) {
  const form = {
    agent_id: String(agentId),
    'basic_details[agent_name]': 'Writer 0',
    'basic_details[description]': `v${version}`,
    'basic_details[agent_prompt]': `v${version}`,
    'phone_numbers[]': version % 2 === 0 ? freeNumber : '',
  };
  const change = { agent_id: agentId, description: `v${version}`, prompt: `v${version}` };
  const { status, body } = takesNumber
    ? await sendTo(port, 'POST', '/api/agent/createagentorupdate', form, 'form')
    : await sendTo(port, 'POST', `${globalPath}/create-agent`, change);
  if (status !== 200) throw new Error(`A write is answered ${status}: ${JSON.stringify(body)}`);
}

async function compareWithBook(port, book) {
  const details = await readAgentDetails(port, book.agentId);
  const { description, agent_prompt: prompt } = details.basic_details;
  const version = description === null ? 0 : Number(description.slice(1));
  const where = `Agent ${book.agentId}`;
  if (version !== book.answered && version !== book.sent) {
    throw new Error(`${where} is at ${version}; ${book.answered} was answered and ${book.sent} sent.`);
  }
  if (version > 0 && prompt !== description) throw new Error(`${where} is half written: ${description}, ${prompt}.`);
  const hasNumber = details.phone_numbers.includes(freeNumber);
  if (book.takesNumber && hasNumber !== (version > 0 && version % 2 === 0)) {
    throw new Error(`${where} is at ${version}, its number is not.`);
  }
  book.answered = book.sent = version;
  for (const { id, name } of book.made.splice(0)) {
    const made = await readAgentDetails(port, id);
    if (made.basic_details.agent_name !== name)
      throw new Error(`Agent ${id} is called ${made.basic_details.agent_name}.`);
  }
}

async function readAgentDetails(port, id) {
  const { status, body } = await sendTo(port, 'GET', `${globalPath}/agents/get-by-id?agent_id=${id}`);
  if (status !== 200) throw new Error(`Agent ${id} was answered and is lost: ${status}.`);
  return body.data;
}

async function readEveryFile(dir) {
  const names = await readdir(dir, { recursive: true });
  for (const name of names.filter((file) => /(^|\/)[^./][^/]*\.json$/.test(file))) {
    JSON.parse(await readFile(join(dir, name), 'utf8'));
  }
}

/** Requests that were sent before the signal are answered; the process is gone within 5 s, its code 0. */
async function endUnderLoad(dir, rounds) {
  let longest = 0;
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer(mockServer('--data-dir', dir));
    const books = await openBooks(server.port);
    let signalled = Infinity;
    const unanswered = [];
    const work = Promise.all(
      books.map(async (book) => {
        for (let version = 1; ; version += 1) {
          const sentAt = performance.now();
          try {
            await write(server.port, { ...book, takesNumber: false }, version);
            book.answered = book.sent = version;
            answered += 1;
          } catch (error) {
            requireCut(error);
            if (sentAt < signalled) unanswered.push(error.code);
            return;
          }
        }
      }),
    );
    await pause(100 + Math.random() * 200);
    signalled = performance.now();
    const code = await server.stop('SIGTERM');
    longest = Math.max(longest, performance.now() - signalled);
    await work;
    if (code !== 0 || longest > 5000) throw new Error(`After SIGTERM the mock exits ${code} within ${longest} ms.`);
    if (unanswered.length > 0) throw new Error(`Sent before SIGTERM and not answered: ${unanswered.join(', ')}.`);
    const again = await startServer(mockServer('--data-dir', dir));
    for (const book of books) await compareWithBook(again.port, { ...book, takesNumber: false });
    await again.stop();
  }
  return `SIGTERM under ${writers} parallel writers, ${rounds} times: exit code 0 within ${longest.toFixed(0)} ms, all requests that were under way answered, all ${answered} answered writes there.`;
}

/** Throws what is not the end of a connection before its answer. */
function requireCut(error) {
  if (error.code === undefined) throw error;
}

/** Rejects with the system's error where the connection ends before the answer does. */
function sendTo(port, method, path, body, kind = 'json') {
  const type = kind === 'form' ? 'multipart/form-data; boundary=bench' : 'application/json';
  return new Promise((resolve, reject) => {
    const headers = { token, 'content-type': type };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(kind === 'form' ? formText(body) : body && JSON.stringify(body));
  });
}

function formText(fields) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--bench\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--bench--\r\n`;
}
