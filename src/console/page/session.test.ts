import { expect, it } from 'vitest';
import { landingOf, readRoute } from './session.ts';

it.each([
  ['', { steps: [], world: 'default' }],
  ['#/', { steps: [], world: 'default' }],
  ['#/requests/12', { steps: ['requests', '12'], world: 'default' }],
  ['#/agents?world=checkout', { steps: ['agents'], world: 'checkout' }],
  ['#/agents?world=', { steps: ['agents'], world: 'default' }],
])('reads the address %j', (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
});

it.each([
  ['/__mock/docs', '/#/reference'],
  ['/__mock/docs/control', '/#/reference/control'],
  ['/__mock/worlds/checkout/__mock/docs/', '/#/reference?world=checkout'],
  ['/mocks/__mock/docs', '/mocks/#/reference'],
  ['/', undefined],
  ['/__mock/documents', undefined],
])('of %j shows %j', (pathname, landing) => {
  expect(landingOf(pathname)).toBe(landing);
});
