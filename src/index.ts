export type * from './domain/records.ts';
export type * from './store/store.ts';
export { createMock, type Mock, type MockOptions } from './app.ts';
