import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tools/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/harness/prepare.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A loaded machine makes tests slower, not wrong.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunchOptions(),
  },
});
