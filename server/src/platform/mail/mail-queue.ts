import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Worker } from '../jobs/jobs.ts';
import { STOP_TIMEOUT_MS } from '../jobs/jobs.ts';
import { takeShare } from './mail-budget.ts';
import type { Message, Send } from './mail.ts';
import {
  deleteMail,
  holdMail,
  holdMailsOf,
  isActive,
  markBudgeted,
  postponeMail,
  releaseMails,
  takeMail,
  takeMails,
} from './mail.queries.ts';
import type { Lane, TakenMail } from './mail.queries.ts';
import { unsealMessage } from './sealed-message.ts';

/** What a mail says about something, as it is when it leaves. */
export type Letter = {
  /** Whether the address was proven to be the recipient's; else the mail takes a share of the budget. */
  proven: boolean;
  write(): Promise<Message>;
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
/** Pauses between attempts: doubled each time, for about two days. */
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 4 * 3600;
const GIVEN_UP_SECONDS = 48 * 3600;

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
export function openMailQueue({ config, log, database, send, key }: Options): MailQueue {
  const { kysely } = database;
  const composers = new Map<string, Composer>();
  const stopping = new AbortController();
  /** Ends what is still being sent when the time to stop is over. */
  const cutting = new AbortController();
  const served: Record<Lane, string | null> = { security: null, bulk: null };

  const take = async (lane: Lane, count: number) => {
    const mails = await takeMails(kysely, lane, { count, after: served[lane], lease_seconds: LEASE_SECONDS });
    served[lane] = mails.at(-1)?.organization_id ?? served[lane];
    return mails;
  };

  /** Has it wait where the budget has no room; answers whether it does. */
  const waitsForBudget = async (mail: TakenMail): Promise<boolean> => {
    if (mail.is_budgeted) return false;
    const wait = await takeShare({ config, database }, mail);
    if (!wait) {
      await markBudgeted(kysely, mail.id);
      return false;
    }
    await holdMail(kysely, mail.id, wait.seconds);
    if (wait.whose === 'organization') await holdMailsOf(kysely, mail.organization_id, wait.seconds);
    return true;
  };

  /** The mail as it leaves; null where nobody needs it any more. */
  const messageOf = async (mail: TakenMail): Promise<Message | 'waiting' | null> => {
    if (mail.message) {
      const person = mail.gives_access_to;
      // It may have waited for hours, for the mail server or behind others.
      if (person && !(await isActive(kysely, person))) return null;
      return unsealMessage(key, mail.id, mail.message);
    }
    const letter = await composers.get(mail.composer ?? '')?.find(mail.about ?? '');
    if (!letter) return null;
    if (!letter.proven && (await waitsForBudget(mail))) return 'waiting';
    return letter.write();
  };

  const attempt = async (mail: TakenMail, timeout_ms: number): Promise<Outcome> => {
    const { id, composer, about } = mail;
    try {
      const message = await messageOf(mail);
      if (message === 'waiting') return 'waiting';
      if (message)
        await send(message, id, AbortSignal.any([AbortSignal.timeout(timeout_ms), cutting.signal]));
      else log.info({ mail: id, composer, about }, 'a mail did not leave: nobody needs it any more');
      await deleteMail(kysely, id);
      if (!message) return 'gone';
    } catch (error) {
      await failed(mail, error);
      return 'failed';
    }
    if (composer && about) await composers.get(composer)?.attempted?.(about, 'sent');
    return 'sent';
  };

  const failed = async ({ id, composer, about, attempts, waited_seconds }: TakenMail, error: unknown) => {
    if (waited_seconds > GIVEN_UP_SECONDS) {
      log.error({ err: error, mail: id }, 'a mail was given up after two days');
      await deleteMail(kysely, id);
    } else {
      log.warn({ err: error, mail: id, attempts }, 'a mail was not accepted');
      const pauses = FIRST_PAUSE_SECONDS * 2 ** Math.min(attempts - 1, 20);
      await postponeMail(kysely, id, Math.min(pauses, LONGEST_PAUSE_SECONDS));
    }
    if (composer && about) await composers.get(composer)?.attempted?.(about, 'failed');
  };

  /** Sends what is due in a lane, several at once, until `ends` or the process stops. */
  const serve = async (lane: Lane, ends: 'when empty' | 'when stopped') => {
    const { workers, timeout_ms } = LANES[lane];
    const busy = new Set<Promise<unknown>>();
    // A database that is down for a moment must not end the worker.
    const complain = (error: unknown) => log.error({ err: error, lane }, 'the mail queue failed');
    while (!stopping.signal.aborted) {
      const free = workers - busy.size;
      if (lane === 'bulk') await releaseMails(kysely).catch(complain);
      const mails = await take(lane, free).catch((error: unknown) => {
        complain(error);
        return [];
      });
      for (const mail of mails) {
        const work: Promise<unknown> = attempt(mail, timeout_ms)
          .catch(complain)
          .finally(() => busy.delete(work));
        busy.add(work);
      }
      if (ends === 'when empty' && busy.size === 0) return;
      if (busy.size === workers || ends === 'when empty') await Promise.race(busy);
      else if (mails.length === 0)
        await pause(POLLING_MS, undefined, { signal: stopping.signal }).catch(ignore);
    }
    await Promise.race([Promise.all(busy), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    cutting.abort();
    await Promise.all(busy);
  };

  let serving: Promise<unknown> | undefined;
  return {
    composes: (name, composer) => composers.set(name, composer),
    sendNow: async (composer, about, { timeout_ms }) => {
      const mail = await takeMail(kysely, composer, about, LEASE_SECONDS);
      return mail ? attempt(mail, timeout_ms) : 'gone';
    },
    sendDue: async () => {
      await Promise.all((['security', 'bulk'] as const).map((lane) => serve(lane, 'when empty')));
    },
    start: () => {
      serving = Promise.all((['security', 'bulk'] as const).map((lane) => serve(lane, 'when stopped')));
    },
    stop: async () => {
      stopping.abort();
      await serving;
    },
  };
}

const ignore = () => undefined;
