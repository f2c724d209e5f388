/** Spreadsheets take a file for UTF-8 only where it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NEGATIVE_NUMBER = /^-\d+([.,]\d+)?$/;

/**
 * One line of CSV, separated by semicolons and ended by CRLF. Instants are ISO 8601, objects JSON, null is empty. A
 * text that a spreadsheet would run as a formula is led by an apostrophe.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(';')}\r\n`;
}

function cell(value: unknown): string {
  const text = textOf(value).replaceAll('\0', '');
  // One that begins so after apostrophes gets another, so that whoever takes one away has the text as it was.
  const runs = /^'*\s*[=+\-@\t\r]/.test(text) && !NEGATIVE_NUMBER.test(text);
  const safe = runs ? `'${text}` : text;
  return /[;"\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
