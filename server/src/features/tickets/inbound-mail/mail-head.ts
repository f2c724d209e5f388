import { addressParser } from 'postal-mime';
import { AppError } from '../../../platform/core/errors.ts';

/** Bytes of the headers of a mail, or of one of its parts. */
export const HEAD_BYTES = 64 * 1024;
/** Characters of a 'From' that holds one person. */
const FROM_MAX = 2_000;

/** What the headers of a mail say of it, before anything of its body is read. */
export type MailHead = {
  /** Its only sender, in small letters; null where there are several or none. */
  from: string | null;
  /** The headers that may hold the address it was sent to. */
  recipients: string[];
  /** Written by a machine: out of office, a failed delivery, a list. */
  is_automatic: boolean;
};

type Header = { key: string; value: string };

const RECIPIENTS = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to']);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads a mail to the end of its headers and no further than the chunk that they end in.
 * @returns what was read; all of the mail where it has no body
 * @throws request.too_large where the headers are longer than HEAD_BYTES
 */
export async function takeHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let taken = Buffer.alloc(0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    taken = Buffer.concat([taken, next.value]);
    if (bodyStart(taken) <= HEAD_BYTES) return taken;
    if (taken.length > HEAD_BYTES) throw new AppError('request.too_large');
  }
  return taken;
}

/** Where the body of a mail, or of one of its parts, begins: after the first empty line, else past the end. */
export function bodyStart(bytes: Buffer): number {
  for (let line = 0; ;) {
    const end = bytes.indexOf(LINE_FEED, line);
    if (end === -1) return bytes.length + 1;
    if (end === line || (end === line + 1 && bytes[line] === CARRIAGE_RETURN)) return end + 1;
    line = end + 1;
  }
}

/** Reads the headers that a mail begins with. */
export function readHead(bytes: Buffer): MailHead {
  const headers = headersOf(bytes);
  return {
    from: senderOf(headers),
    recipients: headers.filter(({ key }) => RECIPIENTS.has(key)).map(({ value }) => value),
    is_automatic: isAutomatic(headers),
  };
}

/** The headers before the body, each on one line. */
export function headersOf(bytes: Buffer): Header[] {
  const lines = bytes.toString('utf8', 0, Math.min(bodyStart(bytes), HEAD_BYTES)).split(/\r?\n/);
  const unfolded: string[][] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && unfolded.length) unfolded.at(-1)?.push(line);
    else unfolded.push([line]);
  }
  return unfolded.flatMap((parts) => {
    const line = parts.join('');
    const colon = line.indexOf(':');
    if (colon === -1) return [];
    return { key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() };
  });
}

export const valueOf = (headers: Header[], name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** null for two 'From' headers, or two people in one. */
function senderOf(headers: Header[]): string | null {
  const [from, second] = headers.filter(({ key }) => key === 'from');
  if (!from || second || from.value.length > FROM_MAX) return null;
  const senders = addressParser(from.value, { flatten: true });
  return senders.length === 1 ? (senders[0]?.address?.trim().toLowerCase() ?? null) : null;
}

function isAutomatic(headers: Header[]): boolean {
  const said = (name: string) => valueOf(headers, name)?.toLowerCase();
  const submitted = said('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(bulk|junk|list|auto_reply)$/.test(said('precedence') ?? '') ||
    said('return-path') === '<>' ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => said(name) !== undefined) ||
    (said('content-type') ?? '').startsWith('multipart/report') ||
    /^(mailer-daemon|postmaster)@/.test(senderOf(headers) ?? '')
  );
}
