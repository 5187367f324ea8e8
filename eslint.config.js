import { builtinModules } from 'node:module';
import path from 'node:path';
import js from '@eslint/js';
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
  'app.ts': [...serving, 'seed', 'deployment', 'client', 'mock.ts', 'given-options.ts', 'open-store.ts'],
  'given-options.ts': ['clauses', 'control', 'document', 'mock.ts', 'text', 'worlds'],
  'open-store.ts': [...leaves],
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

/** What is not checked for simple functions and the one dialect. */
const notSimple = [
  '**/*.test.ts',
  // A list of tests.
  'src/testing/store/store-conformance.ts',
];

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

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '.data/', '.stryker-tmp/', 'examples/', '**/*.gen.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    plugins: { 'import-x': importX, house, regexp },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.mjs'] })],
    },
    rules: {
      eqeqeq: 'error',
      'no-param-reassign': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      // bench/house.mjs counts the files that turn it off.
      'max-lines': ['error', { max: 350 }],
      'no-restricted-imports': ['error', { paths: bareBuiltins }],
      'import-x/first': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': 'error',
      'import-x/no-extraneous-dependencies': 'error',
      'import-x/no-mutable-exports': 'error',
      'import-x/no-self-import': 'error',
      'import-x/no-unresolved': 'error',
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
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // To take members out of a record is to name them.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // A promise that nobody looks at may end the process when it rejects.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // The compiler resolves imports of its own files already, and better.
      'import-x/no-unresolved': 'off',
      // There are no enums, and the state of a class is in # fields, which no other object has: the compiler sees it.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Numbers and booleans print as one expects.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A callback of one expression may give what its caller does not look at.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // tsconfig asks for brackets where the key is only known to an index signature.
      '@typescript-eslint/dot-notation': 'off',
      // A type parameter that is written once can still say what is handed on.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A loop that ends by a return or a throw inside is plain.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
    },
  },
  {
    files: ['src/console/page/**'],
    // A page tells of every promise that rejects: see its session.
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }] },
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
    ignores: ['**/*.test.ts'],
    rules: {
      // Lines go through the request log, or through the command's context.
      'no-console': 'error',
    },
  },
  {
    files: sources,
    ignores: notSimple,
    rules: {
      complexity: ['error', 12],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: sources,
    ignores: notSimple,
    rules: {
      curly: ['error', 'multi-line'],
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
    files: ['**/*.test.ts'],
    rules: {
      // A matcher from expect is untyped by nature.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'test'].map((object) => ({ object, property: 'only', message: 'The others count too.' })),
        ...['describe', 'it', 'test'].map((object) => ({ object, property: 'skip', message: 'Delete it or mend it.' })),
      ],
    },
  },
  {
    files: ['contract-tests/self-test/**/*.ts'],
    // A fault edits bodies of any shape, the wrong ones too.
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        performance: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
      },
    },
    // These packages resolve by conditions that the resolver of this rule does not read.
    rules: { 'import-x/no-unresolved': 'off' },
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
  {
    files: ['**/*.config.ts', '*.config.js', '*.config.mjs'],
    rules: { 'import-x/no-default-export': 'off' },
  },
);
