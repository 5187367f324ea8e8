export { createMock, type Mock, type MockAccount, type MockOptions } from './app.ts';
export type { components, operations, paths } from './contract-document/types.gen.ts';
