import { defineConfig } from '@playwright/test';

/** A browser that neither phones home nor needs a graphics card. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const browser = {
  browserName: 'chromium',
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
  launchOptions: { executablePath: process.env['TURNSTONE_CHROMIUM'] ?? '/usr/bin/chromium', args: flags },
} as const;

export default defineConfig({
  reporter: 'list',
  workers: 1,
  // A busy machine may take its time. A test that needed another try is named as flaky in the report.
  expect: { timeout: 10_000 },
  retries: 2,
  forbidOnly: true,
  outputDir: 'test-results',
  projects: [
    {
      name: 'browser',
      testDir: 'tests/e2e/browser',
      use: browser,
    },
    { name: 'electron', testDir: 'tests/e2e/electron' },
    { name: 'packaged', testDir: 'tests/e2e/packaged' },
    { name: 'pictures', testDir: 'tests/e2e/pictures', use: browser },
  ],
});
