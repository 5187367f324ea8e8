// What `npm run dev` serves: the application, and the platform below /platform.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer } from 'vite';

test("serves the application, the API and the mock's console", async () => {
  const server = await createServer({ logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
  try {
    await server.listen();
    const { port } = server.httpServer.address();
    const get = (path) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { token: 'ac3d'.repeat(16) } });
    assert.match(await (await get('/')).text(), /<title>Agent/);
    const { data } = await (await get('/platform/api/v1/global/agents/get-by-id?agent_id=1004')).json();
    assert.match(data.basic_details.agent_name, /^Plan Renewal/);
    assert.match(await (await get('/platform/')).text(), /<!doctype html>/i);
  } finally {
    await server.close();
  }
});
