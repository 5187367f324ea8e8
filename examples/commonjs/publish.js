// A script in CommonJS: a mock in the process, an agent published in it.
const assert = require('node:assert/strict');
const { createMock } = require('voice-agent-mock');
const { createFactories } = require('voice-agent-mock/seed');

async function main() {
  const mock = await createMock();
  try {
    const { url } = await mock.listen(0);
    const answer = await fetch(`${url}/api/v1/global/create-agent`, {
      method: 'POST',
      headers: { token: mock.accounts[0].api_token, 'content-type': 'application/json' },
      body: JSON.stringify({ agent_id: 1002, status: 1 }),
    });
    assert.equal(answer.status, 200);
    assert.equal(typeof createFactories, 'function');
    console.log((await answer.json()).message);
  } finally {
    await mock.close();
  }
}

main();
