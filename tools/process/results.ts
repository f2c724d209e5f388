import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * How many tests passed and failed, the names of those that failed where they are known, and of those that this machine
 * cannot run.
 */
export type Count = { passed: number; failed: number; names?: string[]; leftOut?: string[] };

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults?: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites?: PlaywrightSuite[];
};
type PlaywrightSuite = {
  specs: { title: string; file: string; ok: boolean; tests?: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightTest = {
  results: { errors: { message?: string }[]; attachments?: { name: string; path?: string }[] }[];
};

/** Characters of why a test failed that are told. */
const WHY_SHOWN = 700;

/** A failed test and the beginning of why, without colours: of a long output often its end alone is kept. */
function tell(name: string, message = ''): string {
  const why = stripVTControlCharacters(message)
    .slice(0, WHY_SHOWN)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return (
    [name, ...why.slice(0, 1)].join(': ') +
    why
      .slice(1)
      .map((line) => `\n    ${line}`)
      .join('')
  );
}

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
        .map(({ fullName, failureMessages }) => tell(`${name}: ${fullName}`, failureMessages?.[0])),
    );
  const count = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names: namesOf('failed'),
    leftOut: namesOf('skipped', 'pending'),
  };
  return atLeastOneFailure(count, report.success && code === 0, 'Vitest');
}

type FailedSpec = { name: string; result: PlaywrightTest['results'][number] | undefined };

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): FailedSpec[] {
  const here = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      name: `${file}: ${title}`,
      result: tests?.[0]?.results.at(-1),
    }));
  return [...here, ...suites.flatMap(failedSpecs)];
}

/** Characters of a page that are printed. */
const PAGE_SHOWN = 1_500;

/** What stood on the page of each test that failed, from its dialog or its main part on: by names, as it is read out. */
export function shownWhereFailed({ suites = [] }: PlaywrightReport): string[] {
  return suites.flatMap(failedSpecs).flatMap(({ name, result }) => {
    const file = result?.attachments?.find((each) => each.name === 'error-context')?.path;
    const [, page] = /^```yaml\n(.*?)^```/ms.exec(file ? readFileSync(file, 'utf8') : '') ?? [];
    if (!page) return [];
    const from = Math.max(page.search(/^ *- (alert)?dialog/m), page.search(/^ *- main/m), 0);
    return [`${name}\n${page.slice(from, from + PAGE_SHOWN)}`];
  });
}

/** Counts of Playwright's JSON report. A test that passed only at a later try did not pass. */
export function countPlaywright({ stats, errors, suites = [] }: PlaywrightReport, code: number): Count {
  const names = suites.flatMap(failedSpecs).map(({ name, result }) => tell(name, result?.errors[0]?.message));
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
