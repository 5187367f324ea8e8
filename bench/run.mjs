/**
 * Measures and writes RESULTS.md: `npm run bench`, in the folder above. Each part replaces its own section.
 *   --quick           fewer and shorter rounds, for a first look; writes nothing unless --write is given
 *   --parts A,B       some of: start, speed, growth, sync, soak, replicas; all but the last two where it is not said
 *   --operations RE   the operations of the part speed whose names match
 *   --peers RE        the servers whose names match
 *   --minutes N       how long the soak lasts; 10 where it is not said
 */
import { parseArgs } from 'node:util';
import { measureGrowth } from './growth.mjs';
import {
  growthSection,
  listSection,
  replicasSection,
  speedSection,
  startSection,
  syncSection,
  writeSection,
} from './results.mjs';
import { measureSoak } from './soak.mjs';
import { measureSpeed, measureStart } from './speed.mjs';
import { measureReplicas, measureSync } from './stores.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'start,speed,growth,sync' },
    operations: { type: 'string', default: '' },
    peers: { type: 'string', default: '' },
    minutes: { type: 'string', default: '10' },
  },
});
const { quick } = values;
const printLine = (line) => console.log(line);
const only = new RegExp(values.operations);
const peersOnly = new RegExp(values.peers);

const parts = {
  start: async () => startSection(await measureStart({ rounds: quick ? 3 : 9, peersOnly, say: printLine })),
  speed: async () =>
    speedSection(
      await measureSpeed({ rounds: quick ? 2 : 5, seconds: quick ? 1 : 3, only, peersOnly, say: printLine }),
    ),
  growth: async () => growthSection(await measureGrowth({ isQuick: quick, say: printLine })),
  sync: async () => syncSection(await measureSync({ rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, say: printLine })),
  replicas: async () => {
    const lengths = quick ? { rounds: 1, seconds: 1, commits: 2000 } : { rounds: 3, seconds: 2, commits: 100_000 };
    return replicasSection(await measureReplicas({ ...lengths, say: printLine }));
  },
  soak: async () => listSection('Soak', await measureSoak({ minutes: Number(values.minutes), say: printLine })),
};

for (const name of values.parts.split(',')) {
  const measure = parts[name];
  if (measure === undefined)
    throw new Error(`There is no part ${name}: take some of ${Object.keys(parts).join(', ')}.`);
  printLine(`# ${name}`);
  const section = await measure();
  printLine(section);
  if (!quick || values.write) await writeSection(name, section, process.argv.slice(2));
}
