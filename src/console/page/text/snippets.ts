export interface SnippetFacts {
  /** The base address, with its prefix. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly token: string;
  readonly world: string;
}

export interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** How to reach the mock from the clients that people use; the world is named if it is not the default one. */
export function snippets({ baseUrl, origin, token, world }: SnippetFacts): readonly Snippet[] {
  const hasWorld = world !== 'default';
  const members = [`token: '${token}'`, ...(hasWorld ? [`'x-mock-world': '${world}'`] : [])].join(', ');
  return [
    {
      name: 'fetch',
      text: `const response = await fetch('${baseUrl}/agents/get-by-id?agent_id=1004', {
  headers: { ${members} },
});
const { data } = await response.json();
`,
    },
    {
      name: 'axios',
      text: `import axios from 'axios';

const api = axios.create({
  baseURL: '${baseUrl}',
  headers: { ${members} },
});
const { data } = await api.get('/agents/get-by-id', { params: { agent_id: 1004 } });
`,
    },
    {
      name: 'openapi-fetch',
      text: `// npx openapi-typescript ${origin}/__mock/openapi.json -o api.d.ts
import createClient from 'openapi-fetch';
import type { paths } from './api';

const api = createClient<paths>({
  baseUrl: '${baseUrl}',
  headers: { ${members} },
});
const { data, error } = await api.GET('/agents/get-by-id', { params: { query: { agent_id: 1004 } } });
`,
    },
    {
      name: 'curl',
      text: `curl '${baseUrl}/agents/get-by-id?agent_id=1004' \\
  -H 'token: ${token}'${hasWorld ? ` \\\n  -H 'x-mock-world: ${world}'` : ''}
`,
    },
  ];
}
