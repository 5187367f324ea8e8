/** Generated from src/console/page/text/copy-as.yaml by `npm run generate`: change the source, not this file. */

export const runners = {
  "vitest": {
    "beginning": "import { readFileSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nimport { useMock } from 'voice-agent-mock/vitest';\n\nconst mock = useMock();\n",
    "takes": "async () =>",
    "world": "mock.world",
    "state": "JSON.parse(readFileSync(new URL({file}, import.meta.url), 'utf8'))"
  },
  "jest": {
    "beginning": "const { useMock } = require('voice-agent-mock/jest');\n\nconst mock = useMock();\n",
    "takes": "async () =>",
    "world": "mock.world",
    "state": "require({file})"
  },
  "playwright": {
    "beginning": "import { readFileSync } from 'node:fs';\nimport { dirname, join } from 'node:path';\nimport { expect, test } from '@playwright/test';\nimport { mockFixtures } from 'voice-agent-mock/playwright';\n\nconst it = test.extend(mockFixtures());\n",
    "takes": "async ({ world }) =>",
    "world": "world",
    "state": "JSON.parse(readFileSync(join(dirname(test.info().file), {file}), 'utf8'))"
  }
} as const;

export const test = "{beginning}\nit({title}, {takes} {\n  // The state that the request found, at its time.\n  const body = {state};\n  await {world}.control.PUT('/__mock/snapshots/{name}', { params: { path: { name: {snapshot} } }, body });\n  await {world}.restore({snapshot});\n{steps}\n});\n" as const;

export const snippets = {
  "axios": "import axios from 'axios';\n\nconst api = axios.create({\n  baseURL: '{baseUrl}',\n  headers: { {headers} },\n});\nconst { data } = await api.get('/agents/get-by-id', { params: { agent_id: 1004 } });\n",
  "openapi-fetch": "// npx openapi-typescript {origin}/__mock/openapi.json -o api.d.ts\nimport createClient from 'openapi-fetch';\nimport type { paths } from './api';\n\nconst api = createClient<paths>({\n  baseUrl: '{baseUrl}',\n  headers: { {headers} },\n});\nconst { data, error } = await api.GET('/agents/get-by-id', { params: { query: { agent_id: 1004 } } });\n"
} as const;

export const fileBeginnings = {
  "pdf": "%PDF-",
  "doc": "ÐÏ\u0011à¡±\u001aá",
  "docx": "PK\u0003\u0004",
  "xlsx": "PK\u0003\u0004",
  "png": "PNG\r\n\u001a\n",
  "jpg": "ÿØÿ",
  "jpeg": "ÿØÿ",
  "gif": "GIF89a",
  "webp": "RIFF    WEBP"
} as const;
