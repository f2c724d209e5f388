import { existsSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './tools/chromium.ts';
import { kitDependencies } from './tools/kit-dependencies.ts';

const serverSetup = 'server/src/platform/testing/global-setup.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // A loaded machine makes tests slower, not wrong.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,web,tools}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          pool: 'forks',
          // The application's code, and that of the embedded database, is read and compiled once per process rather than
          // once per file. What a test changes of a process (clock, environment) it puts back.
          isolate: false,
          globalSetup: existsSync(serverSetup) ? [serverSetup] : [],
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        optimizeDeps: { include: kitDependencies(), noDiscovery: true },
        test: {
          name: 'kit',
          include: ['ui/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: chromiumLaunchOptions(),
              contextOptions: { reducedMotion: 'reduce', locale: 'es-ES' },
            }),
          },
        },
      },
    ],
  },
});
