import { expect, it } from 'vitest';
import { readRoute } from './router.ts';

it.each([
  ['', { steps: [], world: 'default' }],
  ['#/', { steps: [], world: 'default' }],
  ['#/requests/12', { steps: ['requests', '12'], world: 'default' }],
  ['#/agents?world=checkout', { steps: ['agents'], world: 'checkout' }],
  ['#/agents?world=', { steps: ['agents'], world: 'default' }],
])('reads the address %j', (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
});
