import { startPostgres } from './postgres-server.ts';

/** Starts a PostgreSQL for all tests of a run, which find its address in TEST_STORE. @returns what ends it */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env['TEST_STORE'] = server.url;
  return () => server.remove();
}
