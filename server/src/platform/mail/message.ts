import type { Config } from '../core/config.ts';

/** A mail to one address; `html` and `text` say the same. */
export type Message = {
  to: string;
  subject: string;
  html: string;
  text: string;
  reply_to?: string;
  /** Instead of the configuration's; the address stays, for which alone the server may send. */
  sender_name?: string;
  headers?: Record<string, string>;
};

export type Attachment = { filename: string; content: Buffer | string; contentType: string };

/** A mail with its files, which are made when it leaves: none of them waits in the queue. */
export type MessageWithFiles = Message & { attachments?: Attachment[] };

/** What the mail server answered; null where there is none. After the signal the connection is cut. */
export type Send = (message: MessageWithFiles, id: string, signal: AbortSignal) => Promise<string | null>;

/** A mail could not be handed over. `reason` is for the log and the screen of a test mail, not for strangers. */
export class MailError extends Error {
  readonly reason: 'timed_out' | 'refused';

  constructor(reason: 'timed_out' | 'refused', cause: unknown) {
    super(`the mail was not accepted: ${reason}`, { cause });
    this.name = 'MailError';
    this.reason = reason;
  }
}

/** Text without line breaks or other control characters: it can end no header and start no other. */
export function oneLine(value: string): string {
  return value.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
}

export type ComposedMail = ReturnType<typeof envelopeOf>;

/** What is handed to the composer. No value of a message can add a header or a recipient. */
export function envelopeOf(message: MessageWithFiles, id: string, config: Config) {
  const headers = Object.entries({ 'Auto-Submitted': 'auto-generated', ...message.headers });
  return {
    from: message.sender_name
      ? { name: oneLine(message.sender_name), address: addressOfSender(config) }
      : config.mailFrom,
    to: { name: '', address: oneAddress(message.to) },
    ...(message.reply_to ? { replyTo: { name: '', address: oneAddress(message.reply_to) } } : {}),
    subject: oneLine(message.subject),
    html: message.html,
    text: message.text,
    ...(message.attachments ? { attachments: message.attachments } : {}),
    messageId: `<${id}@${config.publicUrl.hostname}>`,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, oneLine(value)])),
  };
}

/** The bare address of 'Atalaya <no-reply@example.com>'. */
export function addressOfSender(config: Pick<Config, 'mailFrom'>): string {
  return /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom.trim();
}

function oneAddress(address: string): string {
  if (!/^[^\s<>(),;:"@]+@[^\s<>(),;:"@]+$/.test(address))
    throw new MailError('refused', new Error('not an e-mail address'));
  return address;
}
