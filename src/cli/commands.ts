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
  seed: {
    summary: 'Make records as a plan asks for: a scenario folder, a running mock or a deployment',
    load: async () => (await import('./seed.ts')).seedCommand,
  },
  audience: {
    summary: 'Take the records of an audience from a CSV file, or give them as one',
    load: async () => (await import('./audience.ts')).audienceCommand,
  },
};
