import { Readable } from 'node:stream';

/** Spreadsheets take a file for UTF-8 only where it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NEGATIVE_NUMBER = /^-\d+([.,]\d+)?$/;
/** Where some spreadsheet begins a cell, with any separator chosen; quotes do not protect what it splits. */
const CELL_ENDS = /([;,\t\r\n])/;
/**
 * A sign that begins a formula, after characters that are invisible or that a spreadsheet removes: a lenient one splits
 * inside quotes, takes two quotes for an empty cell, and adds what follows to it. Japanese ones read wide signs.
 */
const FORMULA = /^['"\p{C}\p{Z}\p{DI}]*[=+\-@＝＋－＠]/u;

/**
 * One line of CSV, separated by semicolons and ended by CRLF. Instants are ISO 8601, objects JSON, null is empty. What
 * a spreadsheet would run as a formula is led by an apostrophe, also where the spreadsheet splits at commas or tabs.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(';')}\r\n`;
}

function cell(value: unknown): string {
  const safe = withoutFormulas(textOf(value).replaceAll('\0', ''));
  return /[;"\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A part that already begins with apostrophes gets one more, so that removing one gives the text as it was. */
function withoutFormulas(text: string): string {
  if (NEGATIVE_NUMBER.test(text)) return text;
  return text
    .split(CELL_ENDS)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('');
}

/** The text of a cell that `csvLine` wrote, without the apostrophes that it added. */
export function textOfCell(cell: string): string {
  return cell
    .split(CELL_ENDS)
    .map((part) => (part.startsWith("'") && FORMULA.test(part) ? part.slice(1) : part))
    .join('');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Rows that an export holds in memory at once. */
const EXPORT_PAGE = 500;

/**
 * Rows as a file of CSV, read page by page: the next page once the last one has left.
 * @param next reads the `limit` rows after the last one written
 */
export function csvOf<Column extends string, Row extends Record<Column, unknown>>(
  columns: readonly Column[],
  next: (last: Row | null, limit: number) => Promise<Row[]>,
): Readable {
  return Readable.from(pagesOf(columns, next));
}

async function* pagesOf<Column extends string, Row extends Record<Column, unknown>>(
  columns: readonly Column[],
  next: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await next(last, EXPORT_PAGE);
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map((column) => row[column]))).join('');
    last = rows.at(-1) ?? null;
    if (rows.length < EXPORT_PAGE) return;
  }
}
