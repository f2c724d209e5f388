import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Database, Db } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { keyFor } from '../core/sealed.ts';
import { openMailQueue } from './mail-queue.ts';
import type { Composer, Outcome } from './mail-queue.ts';
import { queueMails } from './mail.queries.ts';
import type { NewMail } from './mail.queries.ts';
import { MailError, envelopeOf, oneLine } from './message.ts';
import type { Message, Send } from './message.ts';
import { writeToOutbox } from './outbox.ts';
import { sealMessage, unsealMessage } from './sealed-message.ts';
import type { SealedMessage } from './sealed-message.ts';

/** 'security': about the recipient's own account and caused by them alone; everything else is 'bulk'. */
export type EnqueueOptions = (
  | { lane: 'security' }
  /** `to_stranger`: to an address that is not proven to be the recipient's; it waits for its share of the budget. */
  | { lane: 'bulk'; to_stranger?: boolean }
) & {
  /** Whose turn it takes; null: no organization's. */
  organization_id: string | null;
  /** Whom it gives access to, by their profile: where they have lost it, it does not leave. */
  gives_access_to?: string | undefined;
};

/** A mail that is written when it leaves, of what is stored then. */
export type LaterMail = {
  composer: string;
  about: string;
  to: string;
  organization_id: string | null;
  /** Whether no user can have proven the address to be theirs; for other mails the composer says it. */
  to_stranger: boolean;
};

export type Mail = {
  /** Sends now; throws MailError. After `timeout_ms` (30 s) the connection is cut: nothing arrives later. */
  deliver(message: Message, options?: { timeout_ms?: number }): Promise<void>;
  /** Queues it in the caller's transaction: it leaves after the commit, is retried, and is never sent if that fails. */
  enqueue(db: Db, message: Message, options: EnqueueOptions): Promise<void>;
  /** The same for many at once. */
  enqueueAll(db: Db, messages: Message[], options: EnqueueOptions): Promise<void>;
  /** Names who writes the mails of a kind, before jobs start. */
  composes(name: string, composer: Composer): void;
  /**
   * Queues mails that their composer writes when they leave; one that waits for the same thing is replaced. `ahead`:
   * before all others of its organization.
   */
  enqueueLater(
    db: Db,
    mails: LaterMail[],
    options?: { after_seconds?: number } | { ahead: true },
  ): Promise<void>;
  /** Tries a mail of `enqueueLater` at once, outside any transaction; what fails stays in the queue. */
  sendNow(composer: string, about: string, options: { timeout_ms: number }): Promise<Outcome>;
  /** Sends everything that is due. Jobs do it all the time once they have started. */
  sendDue(): Promise<void>;
  /** Sends now and says what came of it, in the words of the mail server: for the operator. */
  tryOut(message: Message, options: { timeout_ms: number }): Promise<Trial>;
};

/** `answer` is the last line of the mail server, or the fault; of the outbox there is none. */
export type Trial = { outcome: 'accepted' | 'refused' | 'timed_out' | 'outbox'; answer: string | null };

/** Queues mails that their composer writes when they leave, in the caller's transaction. */
export function queueLater(db: Db, mails: LaterMail[], after_seconds?: number): Promise<void> {
  return queueMails(
    db,
    mails.map(({ to, ...mail }) => ({ ...mail, id: randomUUIDv7(), lane: 'bulk', recipient: to })),
    after_seconds,
  );
}

const TIMEOUT_MS = 30_000;
/** Mails leave in the order in which they are due: longer than any waits. */
const AHEAD_SECONDS = 365 * 86_400;
/** The queue of versions that had no table of mails, whose mails may still be waiting or come from a server not yet updated. */
const OLD_QUEUE = 'mail';
type OldMail = { id: string; message: Message | SealedMessage; gives_access_to?: string };

/** Mail by SMTP_URL; without it each mail becomes a file in DATA_DIR/outbox and its link a line of the log. */
export function openMail(
  config: Config,
  log: Logger,
  jobs: Jobs,
  database: Pick<Database, 'kysely' | 'withSystem'>,
): Mail {
  const send: Send = config.smtpUrl
    ? sendBySmtp(config.smtpUrl, config)
    : async (message, id) => {
        await writeToOutbox(config, log, envelopeOf(message, id, config));
        return null;
      };
  const sendWithin = (message: Message, timeout_ms: number) =>
    send(message, randomUUID(), AbortSignal.timeout(timeout_ms));
  const key = keyFor(config.authSecret, 'queued mails');
  const queued = (message: Message, options: EnqueueOptions): NewMail => {
    // The id travels with the mail, so that every attempt carries the same Message-ID.
    const id = randomUUIDv7();
    return { ...options, id, recipient: message.to, message: sealMessage(key, id, message) };
  };
  const queue = openMailQueue({ config, log, database, send, key });
  jobs.attach(queue);
  jobs.work<OldMail>(OLD_QUEUE, ({ id, message, gives_access_to }) =>
    database.withSystem('take over a mail of the older queue', (db) =>
      queueMails(db, [
        queued(unsealMessage(key, id, message), { lane: 'bulk', organization_id: null, gives_access_to }),
      ]),
    ),
  );
  return {
    deliver: async (message, { timeout_ms = TIMEOUT_MS } = {}) => {
      await sendWithin(message, timeout_ms);
    },
    enqueue: (db, message, options) => queueMails(db, [queued(message, options)]),
    enqueueAll: (db, messages, options) =>
      queueMails(
        db,
        messages.map((message) => queued(message, options)),
      ),
    composes: (name, composer) => queue.composes(name, composer),
    enqueueLater: (db, mails, options = {}) =>
      queueLater(db, mails, 'ahead' in options ? -AHEAD_SECONDS : options.after_seconds),
    sendNow: (composer, about, options) => queue.sendNow(composer, about, options),
    sendDue: () => queue.sendDue(),
    tryOut: (message, { timeout_ms }) => tryOut(() => sendWithin(message, timeout_ms)),
  };
}

async function tryOut(sendIt: () => Promise<string | null>): Promise<Trial> {
  try {
    const answer = await sendIt();
    return { outcome: answer === null ? 'outbox' : 'accepted', answer: answer && shortened(answer) };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { outcome: error.reason, answer: error.reason === 'timed_out' ? null : faultOf(error.cause) };
  }
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
  return async (message, id, signal) => {
    const transport = await (opened ??= open());
    try {
      const { response } = await transport.sendMail({ ...envelopeOf(message, id, config), signal });
      return response;
    } catch (error) {
      throw new MailError(signal.aborted ? 'timed_out' : 'refused', error);
    }
  };
}
