const { createMock } = require('voice-agent-mock');

/** The tasks of a mock that runs beside Cypress, in its Node process. A task's answer must be plain data. */
exports.mockTasks = function mockTasks() {
  let starting;
  const world = async (name) =>
    (await (starting ??= createMock())).world(name.replaceAll(/[^\w.-]+/g, '-').slice(0, 64));
  return {
    /** Begins a test's own world anew, and gives its addresses. */
    'mock:world': async (name) => {
      const own = await world(name);
      await own.reset();
      return own.urls();
    },
    'mock:login': async ({ name, user }) => (await world(name)).login(user),
    'mock:fault': async ({ name, fault }) => (await world(name)).fault(fault),
    'mock:verify': async ({ name, verification }) => (await world(name)).verify(verification),
    'mock:close': async () => {
      await (await starting)?.close();
      starting = undefined;
      return null;
    },
  };
};
