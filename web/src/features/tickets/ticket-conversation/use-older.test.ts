import { expect, test } from 'vitest';
import { joinNewest } from './use-older.ts';

const lines = (text: string) => [...text].map((id) => ({ id }));
const joined = (known: string, newest: string) =>
  joinNewest(lines(known), lines(newest))
    .map(({ id }) => id)
    .join('');

test.each([
  ['one more at the end pushes none out that is known', 'abcde', 'cdef', 'abcdef'],
  ['nothing new changes nothing', 'abcde', 'cde', 'abcde'],
  ['all of it is all of it', 'cde', 'abcdef', 'abcdef'],
  ['more than was read leaves a gap: only the newest are known', 'abc', 'xyz', 'xyz'],
  ['the first ones', '', 'ab', 'ab'],
  ['none', '', '', ''],
])('%s', (_name, known, newest, expected) => {
  expect(joined(known, newest)).toBe(expected);
});
