/**
 * What the package offers to import, read from `exports` of package.json, which is the one table of it: `dist/NAME.js` is
 * built from `src/NAME.ts`, as are `dist/NAME.cjs` if the entry has `require`, and the types of both. Packages that stay
 * the user's own are `peerDependencies`; every other one is bundled.
 */
import { readFile } from 'node:fs/promises';

const { exports, peerDependencies = {} } = JSON.parse(await readFile('package.json', 'utf8'));

/** The entries: the name of their files, and whether `require` has them too. */
export const entries = Object.values(exports).flatMap((target) => {
  const name = /^\.\/dist\/(.+)\.js$/.exec(target.import?.default ?? '')?.[1];
  return name === undefined ? [] : [{ name, source: `./src/${name}.ts`, isRequired: target.require !== undefined }];
});

/** Whether an import stays as it is in what is built. */
export function isPeer(id) {
  return Object.keys(peerDependencies).some((name) => id === name || id.startsWith(`${name}/`));
}
