import { builtinModules } from 'node:module';
import path from 'node:path';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * What each part of the source may import besides itself; a part that is not listed may import anything below it.
 * The directions: cli -> app -> http, control, console -> operations -> domain; the leaves know no one above.
 */
const leaves = ['json', 'text', 'files', 'store', 'worlds', 'document', 'clauses', 'domain', 'package-root.ts'];
const serving = ['http', 'control', 'console', 'operations', ...leaves];
const seenFromOutside = ['json', 'text', 'files', 'document', 'clauses', 'package-root.ts'];
const mayImport = {
  json: [],
  text: ['json'],
  files: ['json', 'package-root.ts'],
  // Of the document types alone: these files hold nothing else.
  domain: [
    'json',
    ...['types.gen.ts', 'names.gen.ts', 'handler-types.gen.ts'].map((file) => `document/${file}`),
    'clauses/choices.gen.ts',
  ],
  store: ['domain', 'files', 'json', 'text', 'package-root.ts'],
  // The faults' types come from the document, and a world may follow a profile.
  worlds: ['store', 'domain', 'document', 'clauses', 'json', 'package-root.ts'],
  document: ['clauses', 'files', 'json', 'text', 'package-root.ts'],
  clauses: ['document', 'files', 'json', 'text', 'package-root.ts'],
  operations: leaves,
  http: [...serving].filter((part) => part !== 'control'),
  control: serving,
  // Of the client a type alone.
  console: [...serving, 'client/control-client.ts'],
  // A deployment as seen from outside: for the contract suite, seeding and whatever else meets one.
  deployment: seenFromOutside,
  seed: [...leaves, 'deployment'],
  // A suite that borrows the mock's rules would forgive the mock's mistakes: the mock itself it may start.
  judge: ['deployment', ...seenFromOutside, 'app.ts', 'index.ts', 'testing/chromium.ts', 'testing/well-known.ts'],
  traffic: ['judge', 'deployment', ...seenFromOutside],
  client: ['document', 'json', 'text'],
  'app.ts': [...serving, 'seed', 'deployment', 'client', 'mock.ts', 'given-options.ts'],
  'given-options.ts': ['clauses', 'control', 'document', 'mock.ts', 'text', 'worlds'],
  'index.ts': [...serving, 'seed', 'client', 'deployment', 'judge', 'app.ts', 'mock.ts'],
};

const layerZones = Object.entries(mayImport).map(([part, allowed]) => ({
  target: `./src/${part}`,
  from: './src',
  except: [...new Set([part, ...allowed])].map((name) => `./${name}`),
  message: `src/${part} may import only itself and: ${allowed.join(', ')}.`,
}));

const contractSuiteZone = {
  target: './contract-tests',
  from: './src',
  except: ['./judge', './deployment', './document', './clauses', './json', './package-root.ts'],
  message: 'The contract suite stands on src/judge, src/deployment and the document alone.',
};

/** Its tests call the command as a user does, and start the mock that is then broken. */
const contractCommandTestZone = {
  ...contractSuiteZone,
  except: [...contractSuiteZone.except, './cli/contract/contract.ts', './cli/command.ts', './app.ts'],
};

const bareBuiltins = builtinModules
  .filter((name) => !name.startsWith('node:'))
  .map((name) => ({ name, message: `Write node:${name}.` }));

const sources = ['src/**/*.ts', 'src/**/*.tsx'];

const house = {
  rules: {
    'throws-tag': {
      create: (context) => ({
        Program: () => {
          for (const comment of context.sourceCode.getAllComments()) {
            const isProse =
              comment.type === 'Block' && comment.value.startsWith('*') && /\bThrows /.test(comment.value);
            if (isProse) context.report({ loc: comment.loc, message: 'Write @throws and the error.' });
          }
        },
      }),
    },
    'kebab-case-file': {
      create: (context) => ({
        Program: (node) => {
          const name = path.basename(context.filename);
          const isKebabCase = /^[a-z\d]+(-[a-z\d]+)*(\.[a-z\d-]+)+$/.test(name);
          if (!isKebabCase) context.report({ node, message: `${name} is not kebab-case.` });
        },
      }),
    },
  },
};

/**
 * What the house asks for beyond the rules of .oxlintrc.json: which way imports run, names, and the one dialect. None of it
 * needs types, so that it takes a sixth of the time that all rules took here.
 */
export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '.data/', '.stryker-tmp/', 'examples/', '**/*.gen.ts'] },
  {
    languageOptions: { parser: tseslint.parser },
    plugins: { 'import-x': importX, house, regexp, '@typescript-eslint': tseslint.plugin },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.mjs'] })],
    },
    rules: {
      'no-restricted-imports': ['error', { paths: bareBuiltins }],
      'import-x/no-extraneous-dependencies': 'error',
      'import-x/order': [
        'error',
        {
          groups: [
            ['builtin', 'external'],
            ['parent', 'sibling', 'index'],
          ],
        },
      ],
      'house/kebab-case-file': 'error',
      // A pattern that runs longer than linear lets one long text stop the process.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: [...sources, 'contract-tests/**/*.ts'],
    // A part's tests may drive it from above, over HTTP for example.
    ignores: ['**/*.test.ts'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: [...layerZones, contractSuiteZone] }] },
  },
  {
    files: ['src/judge/**/*.test.ts', 'contract-tests/**/*.test.ts'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        { zones: [contractCommandTestZone, ...layerZones.filter(({ target }) => target === './src/judge')] },
      ],
    },
  },
  {
    files: sources,
    ignores: ['**/*.test.ts', 'src/testing/store/store-conformance.ts'],
    rules: {
      'house/throws-tag': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(TSParameterProperty, PropertyDefinition)[accessibility="private"]',
          message: 'Write #name.',
        },
        {
          selector: 'MethodDefinition[kind!="constructor"][accessibility="private"]',
          message: 'Write #name.',
        },
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'variable', modifiers: ['const', 'global'], format: ['camelCase', 'StrictPascalCase'] },
      ],
    },
  },
  {
    files: ['bench/*.mjs'],
    // The servers to compare with are dependencies of the benchmark's own package.
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        { packageDir: [import.meta.dirname, path.join(import.meta.dirname, 'bench')] },
      ],
    },
  },
);
