import { Readable } from 'node:stream';
import type { Import } from '@atalaya/contract/imports';
import { CsvError, parse } from 'csv-parse';
import { textOfCell } from '../../platform/csv.ts';
import { AppError } from '../../platform/errors.ts';

/** Characters of one row; longer ones come of a quote that nobody closed. */
const ROW_MAX = 100_000;
/** Characters parsed before others have their turn. */
const PIECE = 32_768;
const DELIMITERS = [';', ',', '\t'] as const;

export type DecodedFile = { text: string; encoding: Import['encoding']; delimiter: Import['delimiter'] };

/**
 * A file as text. What is not UTF-8 is taken for Windows-1252, which spreadsheets on Windows write; a NUL is in no
 * text. @throws import.not_text, import.empty
 */
export function decodeFile(bytes: Buffer): DecodedFile {
  const { text, encoding } = textOf(bytes);
  if (text.includes('\0')) throw new AppError('import.not_text');
  if (text.trim() === '') throw new AppError('import.empty');
  return { text, encoding, delimiter: delimiterOf(text) };
}

function textOf(bytes: Buffer): { text: string; encoding: Import['encoding'] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** What stands most often between the titles of the first line, outside quotes. */
function delimiterOf(text: string): Import['delimiter'] {
  const start = text.trimStart().slice(0, ROW_MAX);
  const head = start.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The rows of a file with their numbers, the header's too; those without a single value are left out. @throws import.malformed with the line */
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
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
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
    await new Promise((resolve) => setImmediate(resolve));
  }
}
