import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../../testing/chromium.ts';

/** What src/playwright.browser.test.ts runs, as a project that uses the fixtures has it. */
export default defineConfig({
  testDir: '.',
  workers: 2,
  fullyParallel: true,
  use: { launchOptions: chromiumLaunch() },
});
