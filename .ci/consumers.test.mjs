/**
 * Uses the packed package as other projects do: installed alone, it must stay light, and each project of `examples/` must
 * pass its test with it. With `FAST=1` those examples alone that install nothing but the package.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isStale } from './package-contents.mjs';
import { removeFolder, root, runToEnd, temporaryFolder } from './packed-package.mjs';

const packed = process.env.PACKED_PACKAGE;
const work = temporaryFolder('consumers');
afterAll(() => removeFolder(work));

const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, JSON.parse(readFileSync(join(root, 'examples', name, 'package.json'), 'utf8'))])
  .filter(([, { devDependencies }]) => process.env.FAST !== '1' || Object.keys(devDependencies).length === 1);

/** What a project has that has not followed to the newest: its version in the place of the example's. */
const earlier = examples
  .filter(([name]) => name === 'vitest')
  .map(([name, manifest]) => [`${name} (3)`, manifest, 'vitest', '3']);

it('packing leaves no file newer than what is built: to build again would pull it from under what runs', async () => {
  expect(await isStale(join(root, 'dist/cli.js'), [join(root, 'package.json')])).toBe(false);
});

it('the package alone is light, and its commands run', async () => {
  const cwd = join(work, 'alone');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), '{ "name": "alone", "private": true }\n');
  expect(await install(cwd, packed)).not.toMatch(/deprecated/i);
  const { packages } = JSON.parse(await readFile(join(cwd, 'package-lock.json'), 'utf8'));
  // Everything that it needs is bundled.
  expect(Object.keys(packages)).toEqual(['', 'node_modules/voice-agent-mock']);
  expect(packages['node_modules/voice-agent-mock']).not.toHaveProperty('hasInstallScript');
  expect((await sizeOf(join(cwd, 'node_modules'))) / 1e6, 'megabytes').toBeLessThan(20);
  const command = (args, code) => runToEnd('npx', ['--no-install', 'voice-agent-mock', ...args], { cwd, code });
  // The documented jobs run all of it.
  await command(['contract', '--shard', '1/9', '--reporter', 'junit', '--output', 'junit.xml'], 0);
  expect(await command(['contract', '--reporter', 'dot'], 2)).toContain('give one of junit, github-actions');
  await writeFile(join(cwd, 'plan.yaml'), 'agents: [{ count: 3 }]\n');
  await command(['seed', 'plan.yaml', '--out', 'scenario'], 0);
});

it('the package names what is bundled, for people and for scanners, and brings the schemas for editors', async () => {
  const installed = join(work, 'alone/node_modules/voice-agent-mock');
  const read = (file) => readFile(join(installed, file), 'utf8');
  const titles = [...(await read('dist/THIRD-PARTY.md')).matchAll(/^## (\S+) (\S+)$/gm)];
  const { bomFormat, components } = JSON.parse(await read('dist/sbom.cdx.json'));
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ purl }) => decodeURIComponent(purl))).toEqual(
    titles.map(([, name, version]) => `pkg:npm/${name}@${version}`),
  );
  expect(titles.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['express', 'ajv', 'lowdb', '@faker-js/faker']),
  );
  for (const name of ['overlay', 'faults', 'scenario/agents']) {
    expect(JSON.parse(await read(`openapi/${name}.schema.json`))).toHaveProperty('$schema');
  }
});

it.each([...examples, ...earlier])('examples/%s passes its test', async (name, manifest, peer, version) => {
  // As it is in a project of its own, with the packed package in the place of the published one.
  const cwd = join(work, name);
  await cp(join(root, 'examples', name.split(' ')[0]), cwd, { recursive: true });
  const devDependencies = { ...manifest.devDependencies, 'voice-agent-mock': `file:${packed}` };
  if (peer !== undefined) devDependencies[peer] = `^${version}.2.0`;
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ ...manifest, devDependencies }));
  await install(cwd);
  await runToEnd('npm', ['test'], { cwd });
});

function install(cwd, ...packages) {
  return runToEnd('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--save-dev', ...packages], {
    cwd,
  });
}

async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}
