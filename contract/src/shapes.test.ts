import { expect, test } from 'vitest';
import { NAME_MAX } from './limits.ts';
import { line, name } from './shapes.ts';

test.each([
  ['  Zoe\u0301  ', 'Zoé'],
  ['O’Neill-Ñúñez 2', 'O’Neill-Ñúñez 2'],
  ['محمد', 'محمد'],
  // A family is joined by invisible marks, and Persian parts words by them.
  ['👩\u200d👧', '👩\u200d👧'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('%j is the name %j', (typed, stored) => {
  expect(name().parse(typed)).toBe(stored);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u3000'],
  ['what nobody sees', '\u200b\u200d\ufeff'],
  ['a NUL', 'a\u0000b'],
  ['a tab', 'a\tb'],
  ['an escape', 'a\u001b[2Jb'],
  ['a line break', 'a\nb'],
  ["Unicode's own line break", 'a\u2028b'],
  ['another one', 'a\u0085b'],
  ['half of a pair', '\ud800'],
  ['a mark that turns what follows', 'Ana\u202egpj.exe'],
  ['a mark that parts what is turned', 'a\u2067b'],
  ['one character too many', 'x'.repeat(NAME_MAX + 1)],
  ['letters that are more of them once composed', '\u0958'.repeat(NAME_MAX)],
])('%s is no name', (_, typed) => {
  expect(name().safeParse(typed).success).toBe(false);
});

test('a line may be empty, a name may not', () => {
  expect(line(10).parse(' \u200b ')).toBe('');
  expect(name(10).safeParse(' \u200b ').error?.issues[0]?.code).toBe('too_small');
});
