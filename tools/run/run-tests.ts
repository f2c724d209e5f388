import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from '../check/run-checks.ts';
import { findFleetPrograms } from '../fleet/programs.ts';
import { runFleet } from '../fleet/run-fleet.ts';
import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';
import { binary, run } from './process.ts';
import { ensureChromium } from './requirements.ts';
import { countPlaywright, countVitest, readCount, sum, type Count } from './results.ts';

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
  return readCount(report, code, countPlaywright);
}

/** Several servers that are one: the fast part, where the machine has what a fleet is made of. */
async function runFleetPlays(): Promise<Count> {
  title('fleet');
  const programs = findFleetPrograms();
  if (programs)
    return runFleet(programs, { isFastOnly: true }).catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1, names: ['fleet: it did not start'] };
    });
  console.log('Not run: haproxy, pgbouncer or PostgreSQL is missing (`npm run fleet -- --install`).');
  return { passed: 0, failed: 0 };
}

/** `npm test`: everything there is. The very last line of its output sums all runners up. */
export async function runTests(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-tests-'));
  await ensureChromium();
  title('build');
  const built = (await buildWeb()) || (await buildServer());
  const counts: Count[] = [{ passed: 0, failed: built === 0 ? 0 : 1 }];
  title('check');
  counts.push(await runChecks());
  counts.push(await runVitest(folder));
  if (built === 0) counts.push(await runFleetPlays(), await runPlaywright(folder));
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed, names } = sum(counts);
  // A run prints thousands of lines: which tests to look at stands where one looks first.
  if (names.length > 0) title('failed');
  for (const name of names) console.log(name);
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 ? 0 : 1;
}
