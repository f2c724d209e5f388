import { createHash } from 'node:crypto';
import { ATTACHMENTS_MAX, ATTACHMENT_BYTES } from '@atalaya/contract/limits';
import PostalMime from 'postal-mime';
import { AppError } from '../../../platform/core/errors.ts';
import { HEAD_BYTES, bodyStart, headersOf, valueOf } from './mail-head.ts';
import { answerOf, textOfHtml } from './mail-text.ts';

/** What a mail holds, as far as a ticket is concerned. */
export type MailBody = {
  text: string;
  files: { filename: string; bytes: Uint8Array<ArrayBuffer> }[];
  /** Files that are too many or too large. */
  left_out: string[];
  /** The same mail has the same one, however often it is handed over. */
  request_id: string;
};

/** Parts of a mail, and how deep one lies in others. Mail programs make less than ten of either. */
const PARTS_MAX = 100;
const DEPTH_MAX = 10;
/** Bytes that a part of text is read of, and lines of all of them together: an answer is at their beginning. */
const TEXT_BYTES = 512 * 1024;
const LINES_MAX = 20_000;
/** RFC 2046 allows 70 characters. */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;
const LINE_FEED = 0x0a;

type Found = { files: Part[]; parts: number; lines: number };
/** A part that holds no others: its headers, and its content as it was sent. */
type Part = { head: Buffer; content: Buffer };

/**
 * Reads a whole message (RFC 5322). Its structure is found in one pass for each depth; only text and the names of
 * files are handed to the library, whose cost grows with every line.
 * @throws request.too_large for more parts, depth or lines than people send
 */
export async function readBody(raw: Buffer): Promise<MailBody> {
  const found: Found = { files: [], parts: 0, lines: 0 };
  const text = await textOf(raw, 0, found);
  return {
    text: answerOf(text),
    ...(await filesOf(found.files)),
    request_id: keyOf(valueOf(headersOf(raw), 'message-id') || raw),
  };
}

/** The text of a part and of those in it, in their order; of alternatives the first that says anything. */
async function textOf(bytes: Buffer, depth: number, found: Found): Promise<string> {
  found.parts += 1;
  const start = Math.min(bodyStart(bytes), bytes.length);
  if (found.parts > PARTS_MAX || depth > DEPTH_MAX || start > HEAD_BYTES)
    throw new AppError('request.too_large');
  const part = { head: bytes.subarray(0, start), content: bytes.subarray(start) };
  const type = valueOf(headersOf(part.head), 'content-type') ?? 'text/plain';
  const [, quoted, bare] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (!/^multipart\//i.test(type) || boundary === undefined) return leafText(part, type, found);
  const texts: string[] = [];
  for (const inner of partsOf(part.content, boundary)) texts.push(await textOf(inner, depth + 1, found));
  const said = texts.filter((text) => text.trim() !== '');
  return /^multipart\/alternative/i.test(type) ? (said[0] ?? '') : said.join('\n');
}

/** The parts between the lines of a boundary; what follows the last one, or is cut off, is a part too. */
function* partsOf(body: Buffer, boundary: string): Generator<Buffer> {
  const mark = Buffer.from(`--${boundary}`);
  let start = -1;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== LINE_FEED) continue;
    const lineEnd = body.indexOf(LINE_FEED, at);
    const end = lineEnd === -1 ? body.length : lineEnd;
    // A line that goes on is another boundary's.
    const rest = body.toString('latin1', at + mark.length, Math.min(end, at + mark.length + 100)).trim();
    if (rest !== '' && rest !== '--') continue;
    if (start !== -1) yield body.subarray(start, Math.max(start, at - 1));
    if (rest === '--') return;
    start = Math.min(end + 1, body.length);
  }
  if (start !== -1) yield body.subarray(start);
}

/** The text of a part; one that is a file is kept as such and has none. */
async function leafText({ head, content }: Part, type: string, found: Found): Promise<string> {
  const read = content.subarray(0, TEXT_BYTES);
  const isText = /^text\/(plain|html)\b/i.test(type);
  const disposition = valueOf(headersOf(head), 'content-disposition') ?? '';
  if (!isText || /^attachment\b/i.test(disposition)) {
    found.files.push({ head, content });
    return '';
  }
  for (let at = read.indexOf(LINE_FEED); at !== -1; at = read.indexOf(LINE_FEED, at + 1)) found.lines += 1;
  if (found.lines > LINES_MAX) throw new AppError('request.too_large');
  const { text, html } = await PostalMime.parse(Buffer.concat([head, read]));
  return /^text\/html/i.test(type) ? textOfHtml(html ?? '') : (text ?? '');
}

async function filesOf(parts: Part[]): Promise<Pick<MailBody, 'files' | 'left_out'>> {
  const files: MailBody['files'] = [];
  const left_out: string[] = [];
  for (const { head, content } of parts) {
    const { attachments } = await PostalMime.parse(Buffer.concat([head, Buffer.from('\r\n\r\n')]));
    const filename = attachments[0]?.filename ?? 'adjunto';
    const bytes = files.length < ATTACHMENTS_MAX ? decoded(head, content) : null;
    if (bytes && bytes.length <= ATTACHMENT_BYTES) files.push({ filename, bytes });
    else left_out.push(filename);
  }
  return { files, left_out };
}

/** The bytes of a file in memory of their own, so that they can be handed to another thread. */
function decoded(head: Buffer, content: Buffer): Uint8Array<ArrayBuffer> {
  const encoding = valueOf(headersOf(head), 'content-transfer-encoding')?.toLowerCase() ?? '';
  if (encoding.includes('base64')) return unbased(content);
  return encoding.includes('quoted-printable') ? unquoted(content) : new Uint8Array(content);
}

/** Bytes that are decoded at once: as one text a whole file would take twice its memory. */
const SLICE_BYTES = 64 * 1024;

/** Base64: four letters are three bytes; all other characters are skipped. */
function unbased(content: Buffer): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(Math.ceil((content.length * 3) / 4)));
  let size = 0;
  let rest = '';
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    const letters = rest + content.toString('latin1', at, at + SLICE_BYTES).replaceAll(/[^A-Za-z0-9+/]/g, '');
    const whole = letters.length - (letters.length % 4);
    size += bytes.write(letters.slice(0, whole), size, 'base64');
    rest = letters.slice(whole);
  }
  size += bytes.write(rest, size, 'base64');
  return new Uint8Array(bytes.buffer.transfer(size));
}

/** Quoted-printable: '=' and two hexadecimal digits are a byte, '=' at the end of a line joins it to the next. */
function unquoted(content: Buffer): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length);
  let size = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at] ?? 0;
    const code = byte === 0x3d ? content.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(code)) {
      bytes[size++] = Number.parseInt(code, 16);
      at += 2;
    } else if (code === '\r\n') at += 2;
    else if (code.startsWith('\n')) at += 1;
    else bytes[size++] = byte;
  }
  return bytes.slice(0, size);
}

function keyOf(source: string | Buffer): string {
  const hex = createHash('sha256').update(source).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}
