import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countPlaywright, countVitest, readCount, shownWhereFailed, sum } from './results.ts';

const vitest = { numPassedTests: 7, numFailedTests: 0, success: true };
const WITHOUT_A_TEST = 'failed without a failed test, its output says why';
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [] };

test.each([
  ['all pass', countVitest(vitest, 0), { passed: 7, failed: 0 }, []],
  [
    'some fail',
    countVitest({ ...vitest, numFailedTests: 2, success: false }, 1),
    { passed: 7, failed: 2 },
    [],
  ],
  [
    'a file does not load',
    countVitest({ ...vitest, success: false }, 1),
    { passed: 7, failed: 1 },
    [`Vitest: ${WITHOUT_A_TEST}`],
  ],
  [
    'an error beside the tests',
    countVitest(vitest, 1),
    { passed: 7, failed: 1 },
    [`Vitest: ${WITHOUT_A_TEST}`],
  ],
])('Vitest: %s', (_case, count, expected, names) => {
  expect(count).toEqual({ ...expected, names, leftOut: [] });
});

test.each([
  ['all pass', countPlaywright(playwright, 0), { passed: 3, failed: 0 }, []],
  [
    'passed at a later try only',
    countPlaywright({ stats: { expected: 2, unexpected: 0, flaky: 1 }, errors: [] }, 0),
    { passed: 2, failed: 1 },
    [],
  ],
  ['a spec does not load', countPlaywright({ ...playwright, errors: [{}] }, 1), { passed: 3, failed: 1 }, []],
  [
    'a fixture fails after the tests',
    countPlaywright(playwright, 1),
    { passed: 3, failed: 1 },
    [`Playwright: ${WITHOUT_A_TEST}`],
  ],
])('Playwright: %s', (_case, count, expected, names) => {
  expect(count).toEqual({ ...expected, names });
});

test('a runner that leaves no readable report counts as one failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-results-'));
  expect(readCount(join(folder, 'none.json'), 0, countVitest)).toEqual({ passed: 0, failed: 1 });
  writeFileSync(join(folder, 'half.json'), '{"numPassed');
  expect(readCount(join(folder, 'half.json'), 1, countVitest)).toEqual({ passed: 0, failed: 1 });
  writeFileSync(join(folder, 'whole.json'), JSON.stringify(vitest));
  expect(readCount(join(folder, 'whole.json'), 0, countVitest)).toMatchObject({ passed: 7, failed: 0 });
});

test('the last line sums all runners up', () => {
  expect(
    sum([
      { passed: 7, failed: 0 },
      { passed: 3, failed: 1, names: ['a: b'] },
      { passed: 0, failed: 0, leftOut: ['c'] },
    ]),
  ).toEqual({ passed: 10, failed: 1, names: ['a: b'], leftOut: ['c'] });
});

test('the names of what failed are told, and of what was left out', () => {
  const assertionResults = [
    { fullName: 'it stands', status: 'passed' },
    {
      fullName: 'it falls',
      status: 'failed',
      failureMessages: ['Error: \u001b[31m1 is not 2\u001b[39m\n  at a.ts:1'],
    },
    { fullName: 'it needs root', status: 'skipped' },
  ];
  const report = { ...vitest, numFailedTests: 1, testResults: [{ name: 'a.test.ts', assertionResults }] };
  const count = countVitest(report, 1);
  expect(count.names).toEqual(['a.test.ts: it falls: Error: 1 is not 2\n      at a.ts:1']);
  expect(count.leftOut).toEqual(['a.test.ts: it needs root']);

  const specs = [
    { title: 'it stands', file: 'a.spec.ts', ok: true },
    {
      title: 'it falls',
      file: 'a.spec.ts',
      ok: false,
      tests: [{ results: [{ errors: [{ message: 'TimeoutError: no button\n\nCall log:' }] }] }],
    },
  ];
  const suites = [{ specs: [], suites: [{ specs }] }];
  expect(countPlaywright({ ...playwright, suites }, 1).names).toEqual([
    'a.spec.ts: it falls: TimeoutError: no button\n    Call log:',
  ]);
});

test('what stood on the page is told of a browser test that failed', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'atalaya-results-')), 'error-context.md');
  writeFileSync(
    path,
    '# Error\n```\nno button\n```\n```yaml\n- banner\n- main:\n  - button "Crear"\n```\n# Source\n',
  );
  const tests = [{ results: [{ errors: [], attachments: [{ name: 'error-context', path }] }] }];
  const suites = [{ specs: [{ title: 'it falls', file: 'a.spec.ts', ok: false, tests }] }];
  expect(shownWhereFailed({ ...playwright, suites })).toEqual([
    'a.spec.ts: it falls\n- main:\n  - button "Crear"\n',
  ]);
});
