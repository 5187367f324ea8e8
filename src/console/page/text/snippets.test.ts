import { expect, it } from 'vitest';
import { snippets } from './snippets.ts';

const facts = {
  baseUrl: 'http://localhost:4010/api/v1/global',
  origin: 'http://localhost:4010',
  token: 'a1b2',
  world: 'default',
};

it('covers the clients that people use, each with the address and the token', () => {
  const all = snippets(facts);
  expect(all.map(({ name }) => name)).toEqual(['fetch', 'axios', 'openapi-fetch', 'curl']);
  for (const { text } of all) {
    expect(text).toContain(facts.baseUrl);
    expect(text).toContain('a1b2');
    expect(text).not.toContain('x-mock-world');
  }
});

it('names the world where it is not the default one', () => {
  for (const { text } of snippets({ ...facts, world: 'checkout' })) {
    expect(text).toMatch(/x-mock-world'?: '?checkout/);
  }
});
