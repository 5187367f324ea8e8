import type { CommandTable } from './command.ts';

/** Every command by its name; what one needs is loaded when it is called. */
export const commands: CommandTable = {
  serve: {
    summary: 'Serve the mock over HTTP',
    load: async () => {
      const { createServeCommand } = await import('./serve.ts');
      return createServeCommand(async (options) => (await import('../app.ts')).createMock(options));
    },
  },
  contract: {
    summary: 'Hold a deployment, or the mock, to the contract, clause by clause',
    load: async () => (await import('./contract.ts')).contractCommand,
  },
};
