import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // The system's browser; leave the line out for the one that `npx playwright install` gives.
  use: { launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] } },
});
