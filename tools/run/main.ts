import { EmbeddedDatabaseError, findBinaries } from '../../server/src/platform/database/postgres-binaries.ts';
import { buildServer, builtServer, SERVER_BUNDLE, SERVER_SOURCE } from '../build/build-server.ts';
import { buildWeb } from '../build/build-web.ts';
import { binary, MEMORY, run, runTogether, start } from '../process/process.ts';

/** Makes the links that the programs of the embedded database lack after an installation, where there are programs. */
async function linkPrograms(): Promise<number> {
  try {
    findBinaries();
  } catch (error) {
    // The server says so at its start, if it is to run on the embedded database.
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
  }
  return 0;
}

/** Both halves, each only where its sources changed. Returns the exit code. */
const build = async () => (await linkPrograms()) || (await buildWeb()) || (await buildServer());

const serve = (file: string, env = {}) =>
  runTogether([start(process.execPath, [file], { ...MEMORY, ...env })]);

const DEV_PORT = process.env.DEV_PORT ?? '5173';

/** Vite with hot reloading in front, the server restarted on every change behind it. */
function develop(): Promise<number> {
  const env = { PUBLIC_URL: `http://localhost:${DEV_PORT}` };
  return runTogether([
    start(process.execPath, ['--watch', SERVER_SOURCE], env),
    start(binary('vite'), ['web', '--port', DEV_PORT, '--strictPort'], env),
  ]);
}

const LONG_TESTS = [
  'server/src/app.test.ts',
  'server/src/platform/database/durability.test.ts',
  'server/src/platform/mail/mail-queue.test.ts',
  'server/src/features/webhooks/webhook-kills.test.ts',
  'server/src/features/audit-streams/stream-kills.test.ts',
  'server/src/features/account/accounts/reset-speed.test.ts',
  'server/src/features/billing/billing-kills.test.ts',
  'server/src/features/billing/verifactu/sending-kills.test.ts',
];

/** Which looks at the clock, and is run before the others for that. */
const ALONE = 'server/src/features/tickets/inbound-mail/inbound-mail-load.test.ts';

const TASKS: Record<string, () => Promise<number>> = {
  start: async () => (await build()) || serve(SERVER_BUNDLE),
  // For real use, unless told otherwise: `npm start` is the one that shows the demo.
  serve: () => serve(builtServer(), { NODE_ENV: process.env.NODE_ENV ?? 'production' }),
  dev: develop,
  build,
  'link-programs': linkPrograms,
  check: () => run(process.execPath, ['tools/check/main.ts']),
  'generate-rows': () => run(process.execPath, ['tools/rows/row-types.ts']),
  'security-rows': () => run(process.execPath, ['tools/check/security-rows.ts']),
  'bundle-sizes': async () => (await buildWeb()) || run(process.execPath, ['tools/check/bundle-budgets.ts']),
  screenshots: async () => (await build()) || run(process.execPath, ['tools/screenshots.ts']),
  // Loaded only when asked for: it brings Playwright, which would double the time of every start.
  test: async () => (await import('./run-tests.ts')).runTests(),
  // What the tests do a few times, as often as quality asks for: minutes, not seconds.
  'long-tests': async () =>
    (await run(binary('vitest'), ['run', '--project', 'server', ALONE], { QUIET: '1' })) ||
    run(binary('vitest'), ['run', '--project', 'server', ...LONG_TESTS], {
      KILLS: '50',
      CASES: '2000',
      MAILS: '50000',
    }),
  // What comes after `--` is the file.
  backup: () => run(process.execPath, ['server/src/platform/backup/run-backup.ts', ...process.argv.slice(3)]),
  restore: () =>
    run(process.execPath, ['server/src/platform/backup/run-restore.ts', ...process.argv.slice(3)]),
  'verify-audit': () =>
    run(process.execPath, ['server/src/features/audit/verify.ts', ...process.argv.slice(3)]),
  'verify-verifactu': () =>
    run(process.execPath, [
      'server/src/features/billing/verifactu/verify-verifactu.ts',
      ...process.argv.slice(3),
    ]),
  'verify-invoices': () => run(process.execPath, ['server/src/features/billing/invoices/verify-invoices.ts']),
  'verify-receipt': () =>
    run(process.execPath, ['server/src/features/offboarding/verify-receipt.ts', ...process.argv.slice(3)]),
  // Several servers that are one, and what may happen to them; see tools/fleet/main.ts.
  fleet: async () =>
    (await build()) || run(process.execPath, ['tools/fleet/main.ts', ...process.argv.slice(3)]),
  'complete-lockfile': async () => (await import('./complete-lockfile.ts')).completeLockfile(),
  bench: async () => (await build()) || run(process.execPath, ['bench/bench.ts', ...process.argv.slice(3)]),
};

const name = process.argv[2] ?? '';
const task = TASKS[name];
if (task) process.exitCode = await task();
else {
  console.error(`Unknown task "${name}". There are: ${Object.keys(TASKS).join(', ')}.`);
  process.exitCode = 2;
}
