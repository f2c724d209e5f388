import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { IMPORT_CELLS_MAX, IMPORT_COLUMNS_MAX } from '@atalaya/contract/limits';
import type { Import } from '@atalaya/contract/imports';
import { CsvError, parse } from 'csv-parse';
import { textOfCell } from '../../../platform/records/csv.ts';
import { AppError } from '../../../platform/request/errors.ts';

/** Characters of one row; longer ones come of a quote that is not closed. */
const ROW_MAX = 100_000;
/** Characters parsed, and bytes decoded, before others have their turn. */
const PIECE = 16_384;
const DECODED = 524_288;
const DELIMITERS = [';', ',', '\t'] as const;

export type DecodedFile = { text: string; encoding: Import['encoding']; delimiter: Import['delimiter'] };

/**
 * A file as text. What is not UTF-8 is taken for Windows-1252, which spreadsheets on Windows write; a NUL is in no
 * text. @throws import.not_text, import.empty
 */
export async function decodeFile(bytes: Buffer): Promise<DecodedFile> {
  const { text, encoding } = await textOf(bytes);
  if (text.includes('\0')) throw new AppError('import.not_text');
  if (text.trim() === '') throw new AppError('import.empty');
  return { text, encoding, delimiter: delimiterOf(text) };
}

async function textOf(bytes: Buffer): Promise<{ text: string; encoding: Import['encoding'] }> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: await decoded(bytes, new TextDecoder('utf-16le')), encoding: 'utf-16' };
  try {
    return { text: await decoded(bytes, new TextDecoder('utf-8', { fatal: true })), encoding: 'utf-8' };
  } catch {
    return { text: await decoded(bytes, new TextDecoder('windows-1252')), encoding: 'windows-1252' };
  }
}

async function decoded(bytes: Buffer, decoder: TextDecoder): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += DECODED) {
    parts.push(decoder.decode(bytes.subarray(from, from + DECODED), { stream: true }));
    await setImmediate();
  }
  return parts.join('') + decoder.decode();
}

/** The delimiter that is most frequent between the titles of the first line, outside quotes. */
function delimiterOf(text: string): Import['delimiter'] {
  const start = text.trimStart().slice(0, ROW_MAX);
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
  text,
  delimiter,
}: DecodedFile): AsyncGenerator<{ number: number; cells: string[] }> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    max_record_size: ROW_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  const source = Readable.from(piecesOf(text));
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

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) {
    yield text.slice(from, from + PIECE);
    await setImmediate();
  }
}
