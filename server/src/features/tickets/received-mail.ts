import { createHash } from 'node:crypto';
import { ATTACHMENTS_MAX, ATTACHMENT_BYTES } from '@atalaya/contract/limits';
import PostalMime, { addressParser } from 'postal-mime';
import type { Email } from 'postal-mime';
import { answerOf, textOfHtml } from './mail-text.ts';

/** A mail that came in, as far as a ticket is concerned. */
export type ReceivedMail = {
  /** Its only sender, in small letters; null where there are several or none. */
  from: string | null;
  /** The headers that may hold the address it was sent to. */
  recipients: string[];
  /** Written by a machine: out of office, a failed delivery, a list. */
  is_automatic: boolean;
  text: string;
  files: { filename: string; bytes: Buffer }[];
  /** Files that are too many or too large. */
  left_out: string[];
  /** The same mail has the same one, however often it is handed over. */
  request_id: string;
};

const RECIPIENTS = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to']);

/** Reads a raw message (RFC 5322). Throws where it is none. */
export async function readMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 30, maxHeadersSize: 256 * 1024 });
  const text = answerOf(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''));
  return {
    from: senderOf(mail),
    recipients: mail.headers.filter(({ key }) => RECIPIENTS.has(key)).map(({ value }) => value),
    is_automatic: isAutomatic(mail),
    text,
    ...filesOf(mail),
    request_id: keyOf(mail.messageId?.trim() || raw),
  };
}

/** Two 'From' headers, or two people in one, are nobody. */
function senderOf(mail: Email): string | null {
  const headers = mail.headers.filter(({ key }) => key === 'from');
  const senders = headers.flatMap(({ value }) => addressParser(value, { flatten: true }));
  return senders.length === 1 ? (senders[0]?.address?.trim().toLowerCase() ?? null) : null;
}

function isAutomatic(mail: Email): boolean {
  const valueOf = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = valueOf('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(bulk|junk|list|auto_reply)$/.test(valueOf('precedence') ?? '') ||
    valueOf('return-path') === '<>' ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => valueOf(name) !== undefined) ||
    (valueOf('content-type') ?? '').startsWith('multipart/report') ||
    /^(mailer-daemon|postmaster)@/.test(mail.from?.address?.toLowerCase() ?? '')
  );
}

function filesOf(mail: Email): Pick<ReceivedMail, 'files' | 'left_out'> {
  const all = mail.attachments.map(({ filename, content }) => ({
    filename: filename ?? 'adjunto',
    bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  }));
  const files = all.filter(({ bytes }) => bytes.length <= ATTACHMENT_BYTES).slice(0, ATTACHMENTS_MAX);
  return { files, left_out: all.filter((each) => !files.includes(each)).map(({ filename }) => filename) };
}

function keyOf(source: string | Buffer): string {
  const hex = createHash('sha256').update(source).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}
