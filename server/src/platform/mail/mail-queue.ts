import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Database } from '../database/database.ts';
import type { Worker } from '../jobs/jobs.ts';
import { STOP_TIMEOUT_MS } from '../jobs/jobs.ts';
import { takeShare } from './mail-budget.ts';
import {
  deleteMail,
  delayMail,
  delayMailsOf,
  isActive,
  markBudgeted,
  postponeMail,
  releaseMails,
  takeMail,
  takeMails,
} from './mail.queries.ts';
import type { Lane, TakenMail } from './mail.queries.ts';
import type { MessageWithFiles, Send } from './message.ts';
import { unsealMessage } from './sealed-message.ts';

/** What a mail says about something, as it is when it leaves. */
export type Letter = {
  /** Whether the address was proven to be the recipient's; else the mail takes a share of the budget. */
  proven: boolean;
  write(): Promise<MessageWithFiles>;
};
export type Composer = {
  /** null where there is nothing to say any more: the mail is dropped. */
  find(about: string): Promise<Letter | null>;
  /** Told of each attempt, after it. */
  attempted?(about: string, outcome: 'sent' | 'failed'): Promise<void>;
};

/** waiting: for the budget; gone: nothing waits to be sent. */
export type Outcome = 'sent' | 'failed' | 'waiting' | 'gone';

export type MailQueue = Worker & {
  composes(name: string, composer: Composer): void;
  sendNow(composer: string, about: string, options: { timeout_ms: number }): Promise<Outcome>;
  sendDue(): Promise<void>;
};

/** Mails of a lane that one process sends at once, and milliseconds after which one is given up for now. */
const LANES: Record<Lane, { workers: number; timeout_ms: number }> = {
  security: { workers: 8, timeout_ms: 20_000 },
  bulk: { workers: 6, timeout_ms: 30_000 },
};
const POLLING_MS = 500;
/** Longer than any attempt: where a process dies, another one takes its mails after this. */
const LEASE_SECONDS = 120;
/** Pauses between attempts: doubled each time. So many attempts last for two days, however long it waited before. */
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 4 * 3600;
const ATTEMPTS_MAX = 22;

type Options = {
  config: Config;
  log: Logger;
  database: Pick<Database, 'kysely'>;
  send: Send;
  key: Buffer;
};

/**
 * The queue of mails: two lanes, each with workers of its own and served round robin by organization. A mail is deleted
 * when the mail server has accepted it; a process killed between the two sends it again, under the same Message-ID.
 */
export function openMailQueue(options: Options): MailQueue {
  return new Queue(options);
}

class Queue implements MailQueue {
  readonly #options: Options;
  readonly #composers = new Map<string, Composer>();
  readonly #stopping = new AbortController();
  /** Ends what is still being sent when the time to stop is over. */
  readonly #cutting = new AbortController();
  /** Whose mail was taken last, by lane. */
  readonly #served: Record<Lane, string | null> = { security: null, bulk: null };
  #serving: Promise<unknown> | undefined;
  #lastShare: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  composes(name: string, composer: Composer): void {
    this.#composers.set(name, composer);
  }

  async sendNow(composer: string, about: string, { timeout_ms }: { timeout_ms: number }): Promise<Outcome> {
    const mail = await takeMail(this.#options.database.kysely, composer, about, LEASE_SECONDS);
    return mail ? this.#attempt(mail, timeout_ms) : 'gone';
  }

  async sendDue(): Promise<void> {
    await Promise.all((['security', 'bulk'] as const).map((lane) => this.#serve(lane, 'when empty')));
  }

  start(): void {
    this.#serving = Promise.all(
      (['security', 'bulk'] as const).map((lane) => this.#serve(lane, 'when stopped')),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#serving;
  }

  /** Sends what is due in a lane, several at once, until `ends` or the process stops. */
  async #serve(lane: Lane, ends: 'when empty' | 'when stopped'): Promise<void> {
    const { workers, timeout_ms } = LANES[lane];
    const stopping = this.#stopping.signal;
    const busy = new Set<Promise<unknown>>();
    // A database that is down for a moment must not end the worker.
    const complain = (error: unknown) =>
      this.#options.log.error({ err: error, lane }, 'the mail queue failed');
    while (!stopping.aborted) {
      if (lane === 'bulk') await releaseMails(this.#options.database.kysely).catch(complain);
      const mails = await this.#take(lane, workers - busy.size).catch((error: unknown) => {
        complain(error);
        return [];
      });
      for (const mail of mails) {
        const work: Promise<unknown> = this.#attempt(mail, timeout_ms)
          .catch(complain)
          .finally(() => busy.delete(work));
        busy.add(work);
      }
      if (ends === 'when empty' && busy.size === 0) return;
      if (busy.size === workers || ends === 'when empty') await Promise.race(busy);
      else if (mails.length === 0) await pause(POLLING_MS, undefined, { signal: stopping }).catch(ignore);
    }
    await Promise.race([Promise.all(busy), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.#cutting.abort();
    await Promise.all(busy);
  }

  async #take(lane: Lane, count: number): Promise<TakenMail[]> {
    const mails = await takeMails(this.#options.database.kysely, lane, {
      count,
      after: this.#served[lane],
      lease_seconds: LEASE_SECONDS,
    });
    this.#served[lane] = mails.at(-1)?.organization_id ?? this.#served[lane];
    return mails;
  }

  async #attempt(mail: TakenMail, timeout_ms: number): Promise<Outcome> {
    const { database, log, send } = this.#options;
    const { id, composer, about } = mail;
    try {
      const message = await this.#messageOf(mail);
      if (message === 'waiting') return 'waiting';
      if (message)
        await send(message, id, AbortSignal.any([AbortSignal.timeout(timeout_ms), this.#cutting.signal]));
      else log.info({ mail: id, composer, about }, 'a mail did not leave: nobody needs it any more');
      await deleteMail(database.kysely, id);
      if (!message) return 'gone';
    } catch (error) {
      await this.#fail(mail, error);
      return 'failed';
    }
    if (composer && about) await this.#composers.get(composer)?.attempted?.(about, 'sent');
    return 'sent';
  }

  /** The mail as it leaves; null where it is no longer needed. */
  async #messageOf(mail: TakenMail): Promise<MessageWithFiles | 'waiting' | null> {
    const asksForShare = !mail.message || mail.to_stranger;
    const find = () => this.#letterOf(mail);
    const letter = await (asksForShare ? this.#inOrder(find) : find());
    return letter === null || letter === 'waiting' ? letter : letter.write();
  }

  /**
   * Several mails leave at once, but what is left of a budget is for those whose turn it is first: each is looked up, and
   * takes its share, after the one that was taken before it.
   */
  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastShare.then(work);
    this.#lastShare = result.catch(ignore);
    return result;
  }

  /** What writes it, once it has its share of the budget; null where it is no longer needed. */
  async #letterOf(mail: TakenMail): Promise<Pick<Letter, 'write'> | 'waiting' | null> {
    const { message, gives_access_to: person } = mail;
    if (message) {
      // It may have waited for hours, for the mail server or behind others.
      if (person && !(await isActive(this.#options.database.kysely, person))) return null;
      if (mail.to_stranger && (await this.#waitsForBudget(mail))) return 'waiting';
      return { write: async () => unsealMessage(this.#options.key, mail.id, message) };
    }
    const letter = await this.#composers.get(mail.composer ?? '')?.find(mail.about ?? '');
    if (!letter) return null;
    if (!letter.proven && (await this.#waitsForBudget(mail))) return 'waiting';
    return letter;
  }

  /** Has it wait where the budget has no room; answers whether it does. */
  async #waitsForBudget(mail: TakenMail): Promise<boolean> {
    if (mail.is_budgeted) return false;
    const { kysely } = this.#options.database;
    const wait = await takeShare(this.#options, mail);
    if (!wait) {
      await markBudgeted(kysely, mail.id);
      return false;
    }
    await delayMail(kysely, mail.id, wait.seconds);
    if (wait.whose === 'organization') await delayMailsOf(kysely, mail.organization_id, wait.seconds);
    return true;
  }

  async #fail(mail: TakenMail, error: unknown): Promise<void> {
    const { database, log } = this.#options;
    const { id, composer, about, attempts } = mail;
    if (attempts >= ATTEMPTS_MAX) {
      log.error({ err: error, mail: id }, 'a mail was given up after two days');
      await deleteMail(database.kysely, id);
    } else {
      log.warn({ err: error, mail: id, attempts }, 'a mail was not accepted');
      const pauses = FIRST_PAUSE_SECONDS * 2 ** Math.min(attempts - 1, 20);
      await postponeMail(database.kysely, id, Math.min(pauses, LONGEST_PAUSE_SECONDS));
    }
    if (composer && about) await this.#composers.get(composer)?.attempted?.(about, 'failed');
  }
}

const ignore = () => undefined;
