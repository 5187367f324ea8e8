export { createMock, type Mock, type MockAccount, type MockOptions } from './app.ts';
export { connectMock, type ConnectedMock, type ConnectOptions } from './client/connect-mock.ts';
export { ControlRefused, type ControlClient, type ControlPaths } from './client/control-client.ts';
export type { UserName, WorldClient, WorldClock, WorldUrls } from './client/world-client.ts';
export type { Scenario } from './domain/scenario.ts';
export type { components, operations, paths } from './document/types.gen.ts';
