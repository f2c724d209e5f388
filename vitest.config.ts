import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findPrograms } from './server/src/platform/testing/postgres-server.ts';
import { chromiumLaunchOptions } from './tools/chromium.ts';
import { kitDependencies } from './tools/kit-dependencies.ts';

const TESTING = 'server/src/platform/testing';

/** The application's code is read once per process, not per file. What a test changes of a process it puts back. */
const server = {
  environment: 'node',
  pool: 'forks',
  isolate: false,
  setupFiles: [`${TESTING}/check-rows.ts`],
};

/**
 * What is tested again on the PostgreSQL that the machine has (15 on Debian 12), a good third of the server's files:
 * those that rest most on what differs between versions. Doors, policies and roles; migrations and the update of a
 * running server; LISTEN, locks and the queue; dump and restore; and the features that lock, chain, count or search in
 * SQL. The rest reads and writes rows in the same ways, or waits for mail servers, which know no versions of it.
 */
const VERSIONED = [
  'server/src/platform/database/{backup,doors,isolation,listen,migrate,profile-counts,rolling-update,standing}.test.ts',
  'server/src/platform/{backup,jobs,live,request}/*.test.ts',
  'server/src/platform/process/{several-instances,moved-clock}.test.ts',
  'server/src/features/{audit,billing,notifications,organizations,plans,search,seats,undo,users}/**/*.test.ts',
  'server/src/features/invitations/{invitation-races,invitations.routes}.test.ts',
];

/** Written and checked by what PostgreSQL has no part in, for most of a minute. */
const NOT_VERSIONED = ['server/src/features/billing/invoices/{e-invoice,facturae,invoice-pdf}.test.ts'];

export default defineConfig({
  test: {
    // Half of a server test is waiting: for the database, for processes that it starts, for mail servers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
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
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: [`${TESTING}/global-setup.ts`],
        },
      },
      ...(findPrograms()
        ? [
            {
              extends: true as const,
              test: {
                ...server,
                name: 'system-postgres',
                include: VERSIONED,
                exclude: NOT_VERSIONED,
                globalSetup: [`${TESTING}/system-postgres-setup.ts`],
              },
            },
          ]
        : []),
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
