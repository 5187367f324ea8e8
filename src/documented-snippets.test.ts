import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.ts';

const root = packageRoot();
const pages = ['README.md', 'docs/testing-your-app.md', 'docs/faults-and-journal.md', 'docs/recipes.md'];
const entries = ['client', 'jest', 'msw', 'playwright', 'seed', 'vite', 'vitest'];

/** What the pages take for granted: the reader's own code, and what an earlier snippet has made. */
const ambient = `
declare const token: string;
declare const rename: RequestInit;
declare const mock: import('voice-agent-mock').Mock;
declare const world: import('voice-agent-mock').WorldClient;
declare const page: import('@playwright/test').Page;
declare const test: typeof import('@playwright/test').test;
declare function publish(address: string, agentId: number): Promise<void>;
`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  esModuleInterop: true,
  paths: {
    'voice-agent-mock': [join(root, 'src/index.ts')],
    ...Object.fromEntries(entries.map((name) => [`voice-agent-mock/${name}`, [join(root, 'src', `${name}.ts`)]])),
  },
};

it('every snippet of the pages compiles under strict', () => {
  const snippets = new Map([[join(root, 'ambient.d.ts'), ambient], ...pages.flatMap(snippetsOf)]);
  expect(snippets.size).toBeGreaterThan(20);
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  host.fileExists = (file) => snippets.has(file) || disk.fileExists(file);
  host.readFile = (file) => snippets.get(file) ?? disk.readFile(file);
  host.getSourceFile = (file, ...others) => {
    const text = snippets.get(file);
    return text === undefined
      ? disk.getSourceFile(file, ...others)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram([...snippets.keys()], options, host);
  const faults = [...snippets.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(
    faults.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  ).toEqual([]);
});

/** Each snippet of TypeScript of a page as a module, named for the line that it begins at. */
function snippetsOf(page: string): (readonly [file: string, text: string])[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(({ index, 1: code = '' }) => {
    const line = text.slice(0, index).split('\n').length;
    return [join(root, `${page}.${line}.ts`), `${code}\nexport {};\n`];
  });
}
