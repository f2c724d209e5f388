import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../../server/src/platform/testing/postgres-server.ts';
import { NO_RSYSLOG, hasRsyslog } from '../../server/src/platform/testing/rsyslog-program.ts';
import { NO_SIMPLESAML, hasSimpleSaml } from '../../server/src/platform/testing/simplesamlphp-program.ts';
import { runChecks } from '../check/run-checks.ts';
import { findFleetPrograms } from '../fleet/programs.ts';
import { runFleet } from '../fleet/run-fleet.ts';
import { buildServer } from '../build/build-server.ts';
import { buildWeb } from '../build/build-web.ts';
import { binary, run } from '../process/process.ts';
import { ensureChromium, ensurePgBouncer } from '../process/requirements.ts';
import {
  countPlaywright,
  countVitest,
  readCount,
  shownWhereFailed,
  sum,
  type Count,
  type PlaywrightReport,
} from '../process/results.ts';

function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}`);
}

/** Contract, tools, server and the kit: Vitest's three projects in one run. */
async function runVitest(folder: string): Promise<Count> {
  title('unit, server, kit');
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(binary('vitest'), ['run', ...reporters]);
  return readCount(report, code, countVitest);
}

/** The whole product in a real browser. */
async function runPlaywright(folder: string): Promise<Count> {
  title('e2e');
  const report = join(folder, 'playwright.json');
  const code = await run(binary('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return readCount(report, code, (read: PlaywrightReport) => {
    for (const each of shownWhereFailed(read)) console.log(`\n── shown where it failed: ${each}`);
    return countPlaywright(read, code);
  });
}

const NO_POSTGRES = 'No PostgreSQL was found on this machine: the tests on one older than ours are left out.';
const NO_FLEET =
  'haproxy, pgbouncer or PostgreSQL is missing: what several servers keep together is left out ' +
  '(`npm run fleet -- --install`).';

/** Several servers that are one, without what takes minutes, where the machine has what a fleet is made of. */
async function runFleetPlays(): Promise<Count> {
  title('fleet');
  const programs = findFleetPrograms();
  if (!programs) return { passed: 0, failed: 0, leftOut: [NO_FLEET] };
  return runFleet(programs, { isFastOnly: true }).catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1, names: [`fleet: it did not start: ${String(error).split('\n', 1)[0]}`] };
  });
}

/** `npm test`: everything there is. The very last line of its output sums all runners up. */
export async function runTests(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-tests-'));
  await ensureChromium();
  const noPooler = await ensurePgBouncer();
  title('build');
  const built = (await buildWeb()) || (await buildServer());
  const missing = [
    noPooler,
    findPrograms() ? null : NO_POSTGRES,
    hasSimpleSaml() ? null : NO_SIMPLESAML,
    hasRsyslog() ? null : NO_RSYSLOG,
  ].filter((each) => each !== null);
  const counts: Count[] = [{ passed: 0, failed: built === 0 ? 0 : 1, leftOut: missing }];
  title('check');
  counts.push(await runChecks());
  counts.push(await runVitest(folder));
  if (built === 0) counts.push(await runFleetPlays(), await runPlaywright(folder));
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed, names, leftOut } = sum(counts);
  // A run prints thousands of lines: the names of the tests to look at are at its end, where one looks first.
  if (names.length > 0) title('failed');
  for (const name of names) console.log(name);
  // Not counted: a machine with root, with namespaces and with all programs leaves nothing out.
  if (leftOut.length > 0) title('left out on this machine');
  for (const each of leftOut) console.log(each);
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 ? 0 : 1;
}
