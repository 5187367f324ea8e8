import type { Environment } from './option-table.ts';

/** In milliseconds: soon enough that a port is free for the next start. */
const lookInterval = 250;

/**
 * Calls back once the shell is gone that npm had started this process with. npm hands a signal to that shell, which ends
 * without telling its child, so that without this `npm start` and `npx` would leave the server behind. Only where npm's
 * shell runs this command and nothing else: in a script of somebody's own, `serve &` is meant to outlive it.
 */
export function whenNpmEnds(env: Environment, listener: () => void): void {
  const isStart = env['npm_lifecycle_event'] === 'start' && env['npm_package_name'] === 'voice-agent-mock';
  if (!isStart && env['npm_command'] !== 'exec') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    listener();
  }, lookInterval);
  timer.unref();
}
