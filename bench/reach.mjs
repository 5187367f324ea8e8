/**
 * Through how many files and functions of the sources a request goes, from the socket to the disk:
 * `SOURCE_MAPS=1 npm run build:js && node bench/reach.mjs [FOLDER OF BUILT CODE] [--list]`. Counted by V8 on a mock that has served such a request before.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { removeFolder, temporaryFolder } from '../.ci/packed-package.mjs';
import { agentOperation, formOperation } from './operations.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const dist = resolve(positionals[0] ?? 'dist');
const agent = { agent_name: 'Desk', description: 'Renews plans', voice: { settings: { speed: 1 } } };
const requests = [
  agentOperation('create-agent', agent),
  await formOperation('createagentorupdate', {
    'basic_details[agent_name]': 'Desk',
    'denials[denied_words][]': 'guaranteed',
    FILE_KNOWLEDGE_BASES: new File(['%PDF-1.7\n'], 'plans.pdf'),
  }),
];

const folder = temporaryFolder('reach');
const { createMock } = await import(pathToFileURL(join(dist, 'index.js')).href);
const mock = await createMock({ dataDir: join(folder, 'data') });
const { url } = await mock.listen(0);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
for (const request of requests) {
  for (let warm = 0; warm < 3; warm += 1) await sendAndRead(request);
  await session.post('Profiler.takePreciseCoverage');
  await sendAndRead(request);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const places = calledIn(result);
  const files = [...new Set(places.map(([file]) => file))].sort();
  console.log(`${request.name}: ${files.length} files, ${places.length} functions`);
  const functionsIn = (file) => places.filter(([place]) => place === file).map(([, called]) => called || '()');
  if (values.list) console.log(files.map((file) => `  ${file}: ${functionsIn(file).join(' ')}`).join('\n'));
}
await mock.close();
removeFolder(folder);

async function sendAndRead({ path, method, headers, body }) {
  const answer = await fetch(url + path, { method, headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.text();
  // What is noted of the answer once it is sent belongs to the request too.
  await pause(5);
}

/** File and function of the sources, for each function of theirs that was called. */
function calledIn(scripts) {
  return scripts
    .filter((script) => script.url.startsWith(pathToFileURL(dist).href))
    .flatMap((script) => {
      const file = fileURLToPath(script.url);
      const { starts, map } = sourcesOf(file);
      return script.functions
        .filter(
          ({ functionName, ranges: [range] }) => range.count > 0 && (functionName !== '' || range.startOffset > 0),
        )
        .map(({ functionName, ranges: [range] }) => {
          const line = lineAtOffset(starts, range.startOffset);
          const entry = map?.findEntry(line, range.startOffset - starts[line]);
          const source = entry?.originalSource ?? file;
          return [relative(process.cwd(), resolve(dist, source)), functionName];
        });
    })
    .filter(([source]) => /(?:^|\/)src\//.test(source) && !source.includes('node_modules'));
}

function sourcesOf(file) {
  const text = readFileSync(file, 'utf8');
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const map = /\.cjs$/.test(file) ? undefined : new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return { starts, map };
}

function lineAtOffset(starts, offset) {
  let line = starts.length - 1;
  while (starts[line] > offset) line -= 1;
  return line;
}
