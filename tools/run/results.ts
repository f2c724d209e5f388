import { readFileSync } from 'node:fs';

export type Count = { passed: number; failed: number };

type VitestReport = { numPassedTests: number; numFailedTests: number; success: boolean };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** Something went wrong beside the single tests (a file that does not load, a crash): it counts as one more. */
function atLeastOneFailure(count: Count, success: boolean): Count {
  return success || count.failed > 0 ? count : { ...count, failed: 1 };
}

/** Counts of Vitest's JSON report. */
export function countVitest(report: VitestReport, code: number): Count {
  const count = { passed: report.numPassedTests, failed: report.numFailedTests };
  return atLeastOneFailure(count, report.success && code === 0);
}

/** Counts of Playwright's JSON report. A test that passed only at a later try did not pass. */
export function countPlaywright({ stats, errors }: PlaywrightReport, code: number): Count {
  const count = { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  return atLeastOneFailure(count, code === 0);
}

/** The counts of a runner that wrote its report to `path`; one failure where it wrote none or half of one. */
export function readCount<Report>(
  path: string,
  code: number,
  count: (report: Report, code: number) => Count,
): Count {
  try {
    return count(JSON.parse(readFileSync(path, 'utf8')) as Report, code);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The sum of several runners' counts. */
export function sum(counts: Count[]): Count {
  return counts.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  );
}
