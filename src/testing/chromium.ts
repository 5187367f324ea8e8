import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Without a graphics card, as root or not, and with no word to the browser's maker. */
const launchArguments = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'
).split(' ');

/** Before the first browser test: what is stale in dist/ is built, the console too, and one browser starts for all. */
async function startSharedBrowser(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['.ci/build.mjs', '--if-stale'], { cwd: new URL('../..', import.meta.url) });
  const server = await chromium.launchServer(chromiumLaunch());
  process.env['BROWSER_OF_TESTS'] = server.wsEndpoint();
  return () => server.close();
}

export { startSharedBrowser as setup };

/** The browser of all browser tests: what a test opens in it goes when the test closes it. */
export function connectChromium(): Promise<Browser> {
  return chromium.connect(process.env['BROWSER_OF_TESTS'] ?? '');
}

/** How the system's Chromium is started. @throws Error if none is found; `CHROMIUM` can name another place */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const executablePath = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error('There is no Chromium: install it (apt-get install chromium) or name its file in CHROMIUM.');
  }
  return { executablePath, args: launchArguments };
}
