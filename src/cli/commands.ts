import type { CommandTable } from './command.ts';

/** Every command by its name; what one needs is loaded when it is called. */
export const commands: CommandTable = {
  serve: {
    summary: 'Serve the mock over HTTP',
    load: async () => {
      const { createServeCommand } = await import('./serve/serve.ts');
      return createServeCommand(async (options) => (await import('../app.ts')).createMock(options));
    },
  },
  'check-scenario': {
    summary: "Tell all that is wrong with a scenario's folder, with file, line and column",
    load: async () => (await import('./check-scenario.ts')).checkScenarioCommand,
  },
  replay: {
    summary: 'Play a file of POST /__mock/repro, and show the first answer that differs',
    load: async () => {
      const { createReplayCommand } = await import('./replay.ts');
      return createReplayCommand(async (options) => (await import('../app.ts')).createMock(options));
    },
  },
  copy: {
    summary: 'Copy the state of a mock between data folders and PostgreSQL',
    load: async () => {
      const { createCopyCommand } = await import('./copy.ts');
      return createCopyCommand(async (options) => (await import('../app.ts')).createMock(options));
    },
  },
  coverage: {
    summary: 'Tell what the traffic of a mock has exercised of the API',
    load: async () => (await import('./coverage.ts')).createCoverageCommand(),
  },
  seed: {
    summary: 'Make records as a plan asks for: a scenario folder, a running mock or a deployment',
    load: async () => (await import('./seed/seed.ts')).seedCommand,
  },
  audience: {
    summary: 'Take the records of an audience from a CSV file, or give them as one',
    load: async () => (await import('./seed/audience.ts')).audienceCommand,
  },
  contract: {
    summary: 'Check a deployment, or the mock, against the contract, clause by clause',
    load: async () => (await import('./contract/contract.ts')).contractCommand,
  },
  learn: {
    summary: 'Write a profile of how a deployment does what the specification leaves open',
    load: async () => (await import('./learn/learn.ts')).learnCommand,
  },
  parity: {
    summary: 'Send the same walks to a deployment and to the mock, and tell where they differ',
    load: async () => (await import('./parity/parity.ts')).parityCommand,
  },
};
