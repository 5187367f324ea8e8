// The tasks as Cypress calls them. Cypress itself is not needed for that: it downloads a browser when it is installed.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { mockTasks } = require('./mock-tasks');

test('a world for a test, steered by tasks', async () => {
  const tasks = mockTasks();
  const name = 'an agent: says that the service is down';
  try {
    const { base_url } = await tasks['mock:world'](name);
    const token = await tasks['mock:login']({ name, user: { user_id: 1 } });
    const get = () => fetch(`${base_url}/agents/get-by-id?agent_id=1004`, { headers: { token } });
    await tasks['mock:fault']({ name, fault: { preset: 'outage' } });
    assert.equal((await get()).status, 500);
    assert.equal(await tasks['mock:verify']({ name, verification: { request: { operation: 'getAgent' } } }), 1);
    await tasks['mock:world'](name);
    assert.notEqual((await get()).status, 500);
  } finally {
    assert.equal(await tasks['mock:close'](), null);
  }
});
