import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, textOfCell } from './csv.ts';

/**
 * The cells of a line as lenient spreadsheets read them: a quote at the beginning of a cell opens it, two quotes in it
 * are one, and what follows the closing quote belongs to the cell all the same. Some skip spaces before the quote.
 */
function lenientCells(line: string, separator: string, skipsSpaces: boolean): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isNew = true;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (line[at + 1] === '"') cell += line[at++];
      else isQuoted = false;
    } else if (char === separator || char === '\n' || char === '\r') {
      cells.push(cell);
      cell = '';
      isNew = true;
    } else if (char === '"' && isNew) {
      isQuoted = true;
      isNew = false;
    } else {
      cell += char;
      isNew &&= skipsSpaces && char === ' ';
    }
  }
  return [...cells, cell];
}

/** What a spreadsheet would run; it skips invisible characters. A number, alone or before our separator, is none. */
const isFormula = (cell: string) =>
  /^[\p{C}\p{Z}\p{DI}]*[=+\-@＝＋－＠]/u.test(cell) && !/^-\d+([.,]\d+)?(;|$)/.test(cell);

const CELL = fc.string({
  unit: fc.constantFrom(
    "'",
    '"',
    '""',
    '=',
    '-',
    '+',
    '@',
    '＝',
    ' ',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\ufe0f',
    '\u2028',
    '\u0001',
    '\t',
    '\r',
    '\n',
    ';',
    ',',
    '1',
    'a',
  ),
  maxLength: 12,
});
const READERS = [';', ',', '\t'].flatMap((separator) => [
  { separator, skipsSpaces: false },
  { separator, skipsSpaces: true },
]);

// V5
test.each(READERS)('no cell is a formula to a lenient reader: %j', ({ separator, skipsSpaces }) => {
  const line = (cells: string[]) => lenientCells(csvLine(cells), separator, skipsSpaces);
  expect(line(['Ana', 'x,"=1+2,z']).filter(isFormula)).toEqual([]);
  fc.assert(
    fc.property(fc.array(CELL, { minLength: 1, maxLength: 4 }), (cells) => {
      expect(line(cells).filter(isFormula)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('what was added is taken away again, and nothing else', () => {
  fc.assert(
    fc.property(CELL, (cell) => {
      const [written] = lenientCells(csvLine([cell]).slice(0, -2), '\0', false);
      expect(textOfCell(written!)).toBe(cell);
    }),
    { numRuns: 3_000 },
  );
  expect(csvLine(['Ana', -1.5, '-1,5', 'a-b', 'x,=1+2,y'])).toBe(`Ana;-1.5;-1,5;a-b;"x,'=1+2,y"\r\n`);
});
