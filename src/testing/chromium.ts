import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Without a graphics card, as root or not, and with no word to the browser's maker. */
const launchArguments = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'
).split(' ');

/** Starts the system's Chromium for a test. @throws Error if none is found; `CHROMIUM` can name another place */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(chromiumLaunch());
}

/** How the system's Chromium is started. @throws Error if none is found; `CHROMIUM` can name another place */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const executablePath = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error('There is no Chromium: install it (apt-get install chromium) or name its file in CHROMIUM.');
  }
  return { executablePath, args: launchArguments };
}
