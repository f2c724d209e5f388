import { expect, test } from 'vitest';
import { fillRows, findBrokenRows, findClaims, findRowsWithoutStrength } from './security-rows.ts';

const claims = findClaims([
  { path: 'server/a.test.ts', text: "// T2, T16\ntest('x');\n  // T10: by role\n" },
  { path: 'e2e/b.spec.ts', text: '// T2\n// T2\n// see S3\n' },
]);

test('a comment with the name of a requirement claims it', () => {
  expect(Object.fromEntries(claims)).toEqual({
    T2: ['server/a.test.ts', 'e2e/b.spec.ts'],
    T16: ['server/a.test.ts'],
    T10: ['server/a.test.ts'],
  });
});

test('the document is filled from the claims, and a claim that is gone is a problem', () => {
  const document = '| T2 | Isolation | open |\n| S3 | Sign-out | [gone](../server/gone.test.ts) |\ntext\n';
  expect(fillRows(document, claims)).toBe(
    '| T2 | Isolation | [server/a.test.ts](../server/a.test.ts), [e2e/b.spec.ts](../e2e/b.spec.ts) |\n| S3 | Sign-out | open |\ntext\n',
  );
  expect(findBrokenRows(document, claims)).toEqual([
    expect.stringMatching(/S3: server\/gone\.test\.ts has no test/),
  ]);
  expect(findBrokenRows(fillRows(document, claims), claims)).toEqual([]);
});

test('the list below the tables says of each row how strong its tests are', () => {
  const document = [
    '| T1 | Routes | a dump | open |',
    '| T2 | Isolation | `a | b` | [x](../x.test.ts) |',
    '| T3 | Tables | a query | open |',
    '| T4 | Context | SQL | open |',
    '- T1: walks all',
    '- T2: samples, two of five identities',
    '- T4: strong',
  ].join('\n');
  expect(findRowsWithoutStrength(document)).toEqual([
    expect.stringMatching(/^docs\/security\.md, T3: the list below/),
    expect.stringMatching(/^docs\/security\.md, T4: /),
  ]);
});
