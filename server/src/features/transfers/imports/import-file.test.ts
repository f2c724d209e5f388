import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/records/csv.ts';
import { decodeFile, rowsOf } from './import-file.ts';

test('what an export writes, an import reads as it was: formulas, apostrophes, quotes, separators, lines', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom("'", '=', '-', '+', '@', ' ', '\t', '\r', '\n', '"', ';', ',', '1', 'á'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
      const lines = rows.map((cells) => csvLine(['x', ...cells]));
      const file = Buffer.from(BYTE_ORDER_MARK + csvLine(['Nombre', 'Uno', 'Dos']) + lines.join(''));
      const [, ...read] = await Array.fromAsync(rowsOf(await decodeFile(file)));
      expect(read.map(({ cells }) => cells.slice(1))).toEqual(
        rows.map((cells) => cells.map((cell) => cell.replaceAll('\0', ''))),
      );
    }),
    { numRuns: 500 },
  );
});

test('a character of two halves is read whole wherever the text is cut to be parsed', async () => {
  for (const before of ['', 'a']) {
    const cell = before + '😀'.repeat(20_000);
    const [, row] = await Array.fromAsync(rowsOf(await decodeFile(Buffer.from(`Nombre,Uno\n${cell},b\n`))));
    expect(row?.cells[0] === cell).toBe(true);
  }
});
