import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Db } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { oneLine } from './layout.ts';
import { keyFor } from '../sealed.ts';
import { isActive } from './mail.queries.ts';
import { writeToOutbox } from './outbox.ts';
import { sealMail, unsealMail } from './queued-mail.ts';
import type { QueuedMail } from './queued-mail.ts';

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

export type EnqueueOptions = Pick<QueuedMail, 'gives_access_to'> & { not_before?: Date | undefined };

export type Mail = {
  /** Sends now; throws MailError. After `timeout_ms` (30 s) the connection is cut: nothing arrives later. */
  deliver(message: Message, options?: { timeout_ms?: number }): Promise<void>;
  /** Queues it in the caller's transaction: it leaves after the commit, is retried, and is never sent if that fails. */
  enqueue(db: Db, message: Message, options?: EnqueueOptions): Promise<void>;
  /** The same for many at once. */
  enqueueAll(db: Db, messages: Message[]): Promise<void>;
  /** Sends now and says what came of it, in the words of the mail server: for whoever configures it. */
  tryOut(message: Message, options: { timeout_ms: number }): Promise<Trial>;
};

/** `answer` is the last line of the mail server, or the fault; of the outbox there is none. */
export type Trial = { outcome: 'accepted' | 'refused' | 'timed_out' | 'outbox'; answer: string | null };

/** A mail could not be handed over. `reason` is for the log and the screen of a test mail, not for strangers. */
export class MailError extends Error {
  readonly reason: 'timed_out' | 'refused';

  constructor(reason: 'timed_out' | 'refused', cause: unknown) {
    super(`the mail was not accepted: ${reason}`, { cause });
    this.name = 'MailError';
    this.reason = reason;
  }
}

const QUEUE = 'mail';
const TIMEOUT_MS = 30_000;
/** About two days of trying, with growing pauses; a worker that hangs gives its job back after two minutes. */
const RETRIES = { retryLimit: 12, retryDelay: 15, retryBackoff: true, expireInSeconds: 120 };

/** What the mail server answered; null where there is none. */
type Send = (message: Message, id: string, timeout_ms: number) => Promise<string | null>;

/** Mail by SMTP_URL; without it each mail becomes a file in DATA_DIR/outbox and its link a line of the log. */
export function openMail(
  config: Config,
  log: Logger,
  jobs: Jobs,
  { kysely }: Pick<Database, 'kysely'>,
): Mail {
  const send: Send = config.smtpUrl
    ? sendBySmtp(config.smtpUrl, config)
    : async (message, id) => {
        await writeToOutbox(config, log, envelopeOf(message, id, config));
        return null;
      };
  const key = keyFor(config.authSecret, 'queued mails');
  // The id travels with the job, so that every attempt carries the same Message-ID.
  const queued = (message: Message) => sealMail(key, randomUUID(), message);
  jobs.work<QueuedMail>(QUEUE, async (mail) => {
    const { gives_access_to: person } = mail;
    // It may have waited for hours, behind those of an import or for the mail server.
    if (person && !(await isActive(kysely, person))) {
      log.info({ person }, 'a mail that gives access did not leave: that person has lost it');
      return;
    }
    await send(unsealMail(key, mail), mail.id, TIMEOUT_MS);
  });
  return {
    deliver: async (message, options = {}) => {
      await send(message, randomUUID(), options.timeout_ms ?? TIMEOUT_MS);
    },
    enqueue: (db, message, { not_before, ...whom } = {}) =>
      jobs.send(
        db,
        QUEUE,
        { ...queued(message), ...whom },
        { ...RETRIES, ...(not_before ? { startAfter: not_before } : {}) },
      ),
    enqueueAll: (db, messages) => jobs.sendAll(db, QUEUE, messages.map(queued), RETRIES),
    tryOut: async (message, { timeout_ms }) => {
      try {
        const answer = await send(message, randomUUID(), timeout_ms);
        return { outcome: answer === null ? 'outbox' : 'accepted', answer: answer && shortened(answer) };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        return { outcome: error.reason, answer: error.reason === 'timed_out' ? null : faultOf(error.cause) };
      }
    },
  };
}

/** Answers of servers have no bound of their own. */
const shortened = (text: string) => oneLine(text).slice(0, 500);

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return shortened(String(error));
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message;
  return shortened(answer);
}

function sendBySmtp(smtpUrl: string, config: Config): Send {
  // Loaded for the first mail; one transport for all.
  const open = async () => (await import('nodemailer')).createTransport(smtpUrl);
  let opened: ReturnType<typeof open> | undefined;
  return async (message, id, timeout_ms) => {
    const transport = await (opened ??= open());
    const signal = AbortSignal.timeout(timeout_ms);
    try {
      const { response } = await transport.sendMail({ ...envelopeOf(message, id, config), signal });
      return response;
    } catch (error) {
      throw new MailError(signal.aborted ? 'timed_out' : 'refused', error);
    }
  };
}

export type ComposedMail = ReturnType<typeof envelopeOf>;

/** What is handed to the composer. No value of a message can add a header or a recipient. */
function envelopeOf(message: Message, id: string, config: Config) {
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
