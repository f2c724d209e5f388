import { readFileSync } from 'node:fs';

/**
 * How many tests passed and failed, the names of those that failed where they are known, and of those that this machine
 * cannot run.
 */
export type Count = { passed: number; failed: number; names?: string[]; leftOut?: string[] };

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites?: PlaywrightSuite[];
};
type PlaywrightSuite = {
  specs: { title: string; file: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
};

/** A runner that failed without a failed test (a file that does not load, a crash) counts as one failure. */
function atLeastOneFailure(count: Count, success: boolean, runner: string): Count {
  if (success || count.failed > 0) return count;
  const { names = [] } = count;
  const unnamed = `${runner}: failed without a failed test, its output says why`;
  return { ...count, failed: 1, names: names.length > 0 ? names : [unnamed] };
}

/** Counts of Vitest's JSON report. */
export function countVitest(report: VitestReport, code: number): Count {
  const namesOf = (...statuses: string[]) =>
    (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => statuses.includes(status))
        .map(({ fullName }) => `${name}: ${fullName}`),
    );
  const count = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names: namesOf('failed'),
    leftOut: namesOf('skipped', 'pending'),
  };
  return atLeastOneFailure(count, report.success && code === 0, 'Vitest');
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const here = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`);
  return [...here, ...suites.flatMap(failedSpecs)];
}

/** Counts of Playwright's JSON report. A test that passed only at a later try did not pass. */
export function countPlaywright({ stats, errors, suites = [] }: PlaywrightReport, code: number): Count {
  const names = suites.flatMap(failedSpecs);
  const count = { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, names };
  return atLeastOneFailure(count, code === 0, 'Playwright');
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

/** The sum of several runners' counts, with all names. */
export function sum(counts: Count[]): Required<Count> {
  const total = { passed: 0, failed: 0, names: [] as string[], leftOut: [] as string[] };
  for (const { passed, failed, names = [], leftOut = [] } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.names.push(...names);
    total.leftOut.push(...leftOut);
  }
  return total;
}
