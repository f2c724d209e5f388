import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { IMPORT_CELLS_MAX, IMPORT_COLUMNS_MAX } from '@atalaya/contract/limits';
import type { Import } from '@atalaya/contract/imports';
import { CsvError, parse } from 'csv-parse';
import { textOfCell } from '../../../platform/records/csv.ts';
import { AppError } from '../../../platform/core/errors.ts';

/** Characters of one row; longer ones come of a quote that is not closed. */
const ROW_MAX = 100_000;
/** Characters parsed, one more where it is of two, and bytes decoded, before others have their turn. */
const PIECE = 4_096;
const DECODED = 524_288;
const DELIMITERS = [';', ',', '\t'] as const;

/** The text is in parts: to put ten megabytes together keeps all requests waiting for more than 40 ms. */
export type DecodedFile = {
  parts: readonly string[];
  encoding: Import['encoding'];
  delimiter: Import['delimiter'];
};

/**
 * A file as text. What is not UTF-8 is taken for Windows-1252, which spreadsheets on Windows write; a NUL is in no
 * text. @throws import.not_text, import.empty
 */
export async function decodeFile(bytes: Buffer): Promise<DecodedFile> {
  const { parts, encoding } = await textOf(bytes);
  if (parts.some((part) => part.includes('\0'))) throw new AppError('import.not_text');
  const first = parts.findIndex((part) => part.trim() !== '');
  if (first === -1) throw new AppError('import.empty');
  const start = (parts[first] ?? '').trimStart() + (parts[first + 1] ?? '');
  return { parts, encoding, delimiter: delimiterOf(start.slice(0, ROW_MAX)) };
}

async function textOf(bytes: Buffer): Promise<Pick<DecodedFile, 'parts' | 'encoding'>> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { parts: await decoded(bytes, new TextDecoder('utf-16le')), encoding: 'utf-16' };
  try {
    return { parts: await decoded(bytes, new TextDecoder('utf-8', { fatal: true })), encoding: 'utf-8' };
  } catch {
    return { parts: await decoded(bytes, new TextDecoder('windows-1252')), encoding: 'windows-1252' };
  }
}

async function decoded(bytes: Buffer, decoder: TextDecoder): Promise<string[]> {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += DECODED) {
    parts.push(decoder.decode(bytes.subarray(from, from + DECODED), { stream: true }));
    await setImmediate();
  }
  parts.push(decoder.decode());
  return parts;
}

/** The delimiter that is most frequent between the titles of the first line, outside quotes. */
function delimiterOf(start: string): Import['delimiter'] {
  const head = start.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/**
 * The rows of a file with their numbers, the header's too; those without a single value are left out. What is read of
 * them is not kept here: a file may be read again.
 * @throws import.malformed with the line; import.too_many_columns, import.too_many_cells as soon as they are seen
 */
export async function* rowsOf({
  parts,
  delimiter,
}: DecodedFile): AsyncGenerator<{ number: number; cells: string[] }> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    max_record_size: ROW_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  const source = Readable.from(piecesOf(parts));
  source.pipe(parser);
  source.on('error', (error) => parser.destroy(error));
  let number = 0;
  let count = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      count += cells.length;
      if (cells.length > IMPORT_COLUMNS_MAX) throw new AppError('import.too_many_columns');
      if (count > IMPORT_CELLS_MAX)
        throw new AppError('import.too_many_cells', { params: { max: IMPORT_CELLS_MAX } });
      if (cells.some((cell) => cell.trim() !== '')) yield { number, cells: cells.map(textOfCell) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('import.malformed', { params: { line: number + 1 } });
  } finally {
    source.destroy();
  }
}

async function* piecesOf(parts: readonly string[]): AsyncGenerator<string> {
  for (const part of parts)
    for (let from = 0, to = 0; from < part.length; from = to) {
      to = from + PIECE;
      if (isFirstOfTwo(part.charCodeAt(to - 1))) to += 1;
      yield part.slice(from, to);
      await setImmediate();
    }
}

/** Whether a character goes on behind this half of it: each piece is written as UTF-8, which has no halves. */
const isFirstOfTwo = (unit: number) => unit >= 0xd8_00 && unit <= 0xdb_ff;
