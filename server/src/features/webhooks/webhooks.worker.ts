import { setTimeout as pause } from 'node:timers/promises';
import { openGuardedFetch } from '../../platform/core/guarded-fetch.ts';
import type { GuardedFetch } from '../../platform/core/guarded-fetch.ts';
import { STOP_TIMEOUT_MS } from '../../platform/jobs/jobs.ts';
import type { Worker } from '../../platform/jobs/jobs.ts';
import type { LiveEvent } from '../../platform/live/live-event.ts';
import { publishAll } from '../../platform/live/publish.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import type { Signer } from '../../platform/signing/signing-keys.ts';
import { takeDeliveries } from './deliveries.queries.ts';
import type { TakenDelivery } from './deliveries.queries.ts';
import { ANSWER_BYTES, ANSWER_MS, deliver } from './delivery.service.ts';
import { fanOut } from './fan-out.service.ts';

export type WebhookWorker = Worker & {
  /** Has all that happened wait for who hears it, and sends what is due: until nothing is left to do now. */
  runDue(): Promise<void>;
};

/** Requests of one process under way at once. Endpoints that fail have workers of their own. */
const LANES = {
  working: { workers: 64, failing: false },
  failing: { workers: 16, failing: true },
} as const;
type LaneName = keyof typeof LANES;
/**
 * And of one endpoint: one, and with each answer twice as many as before, until one fails. So those that hang have hardly
 * a worker when they begin to.
 */
const EACH_MAX = 8;

const POLLING_MS = 500;
/** Longer than any try: where a process dies, another one takes what it was sending after this. */
const LEASE_SECONDS = 60;

/** `answer_ms`: milliseconds that a receiver has. */
export const openWebhookWorker = (platform: Platform, answer_ms = ANSWER_MS): WebhookWorker =>
  new Sender(platform, answer_ms);

class Sender implements WebhookWorker {
  readonly #platform: Platform;
  readonly #fetch: GuardedFetch;
  readonly #answer_ms: number;
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  /** Endpoints of which the log has news, by whose they are. */
  #told = new Map<string, string | null>();
  /** How many requests an endpoint may have under way, where that is more than one. */
  readonly #allowed = new Map<string, number>();
  /** Settled when something has come to wait. */
  #news = Promise.withResolvers<void>();
  #signer: Promise<Signer> | undefined;
  #serving: Promise<unknown> | undefined;

  constructor(platform: Platform, answer_ms: number) {
    this.#platform = platform;
    this.#answer_ms = answer_ms;
    const fetch = openGuardedFetch(platform.config, {
      timeout_ms: answer_ms,
      bytes_max: ANSWER_BYTES,
      cuts: true,
      plain: true,
    });
    this.#fetch = (url, asked) => fetch(url, { ...asked, signal: this.#cutting.signal });
  }

  async runDue(): Promise<void> {
    let isDone = false;
    while (!isDone) {
      const isTold = await fanOut(this.#platform);
      isDone = (await this.#sendDue()) === 0 && !isTold;
    }
    await this.#tell();
  }

  start(): void {
    this.#serving = Promise.all([
      this.#untilStopped(() => this.#fanOut()),
      this.#untilStopped(async () => {
        await this.#tell();
        return false;
      }),
      this.#serve('working', 'when stopped'),
      this.#serve('failing', 'when stopped'),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#serving;
  }

  async #sendDue(): Promise<number> {
    const sent = [this.#serve('working', 'when empty'), this.#serve('failing', 'when empty')];
    return (await Promise.all(sent)).reduce((sum, some) => sum + some, 0);
  }

  async #fanOut(): Promise<boolean> {
    const isTold = await fanOut(this.#platform);
    if (!isTold) return false;
    this.#news.resolve();
    this.#news = Promise.withResolvers();
    return true;
  }

  /** A database that is down for a moment must not end a worker. */
  #complain(error: unknown): void {
    this.#platform.log.error({ err: error }, 'webhooks failed');
  }

  /** Does steps one after the other, with a pause where one found nothing to do. */
  async #untilStopped(step: () => Promise<boolean>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const hadWork = await step().catch((error: unknown) => {
        this.#complain(error);
        return false;
      });
      if (!hadWork) await pause(POLLING_MS, undefined, { signal }).catch(ignore);
    }
  }

  /** Sends what is due in a lane, several at once, until `ends` or the process stops; how many. */
  async #serve(name: LaneName, ends: 'when empty' | 'when stopped'): Promise<number> {
    const { workers } = LANES[name];
    const { signal } = this.#stopping;
    const busy = new Map<Promise<unknown>, string>();
    let sent = 0;
    while (!signal.aborted) {
      const taken = await this.#take(name, [...busy.values()]).catch((error: unknown) => {
        this.#complain(error);
        return [];
      });
      for (const one of taken) {
        const work: Promise<unknown> = this.#deliver(one).finally(() => busy.delete(work));
        busy.set(work, one.endpoint_id);
      }
      sent += taken.length;
      if (ends === 'when empty' && busy.size === 0) return sent;
      // What is done makes room for the next of the same endpoint.
      if (busy.size === workers || ends === 'when empty') await Promise.race(busy.keys());
      else if (taken.length === 0) await this.#rest(busy);
    }
    await Promise.race([Promise.all(busy.keys()), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.#cutting.abort();
    await Promise.all(busy.keys());
    return sent;
  }

  /** Until something is done, or has come to wait, or may be due by now. */
  async #rest(busy: Map<Promise<unknown>, string>): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#stopping.signal]);
    const timer = pause(POLLING_MS, undefined, { signal }).catch(ignore);
    await Promise.race([timer, this.#news.promise, ...busy.keys()]);
    over.abort();
  }

  #take(name: LaneName, busy: string[]): Promise<TakenDelivery[]> {
    const { workers, failing } = LANES[name];
    const counts = Map.groupBy(busy, (id) => id);
    const roomOf = (id: string) => (this.#allowed.get(id) ?? 1) - (counts.get(id)?.length ?? 0);
    const ids = new Set([...busy, ...this.#allowed.keys()]);
    return takeDeliveries(this.#platform.database.kysely, {
      count: workers - busy.length,
      failing,
      rooms: [...ids].map((id) => ({ id, room: roomOf(id) })),
      lease_seconds: LEASE_SECONDS,
    });
  }

  async #deliver(taken: TakenDelivery): Promise<void> {
    try {
      this.#signer ??= openSigner(this.#platform);
      const outside = { fetch: this.#fetch, signer: await this.#signer, answer_ms: this.#answer_ms };
      const isDelivered = await deliver(this.#platform, outside, taken);
      const allowed = (this.#allowed.get(taken.endpoint_id) ?? 1) * 2;
      if (isDelivered) this.#allowed.set(taken.endpoint_id, Math.min(allowed, EACH_MAX));
      else this.#allowed.delete(taken.endpoint_id);
      this.#told.set(taken.endpoint_id, taken.organization_id);
    } catch (error) {
      this.#signer = undefined;
      this.#complain(error);
    }
  }

  /** Tells open logs that something in them is new: together, not for each delivery. */
  async #tell(): Promise<void> {
    const told = this.#told;
    if (told.size === 0) return;
    this.#told = new Map();
    const events = [...told].map(([object_id, organization_id]): LiveEvent => ({
      topic: 'webhooks',
      object_id,
      organization_id,
      minimum_role: 'admin',
      profile_ids: [],
    }));
    await this.#platform.database.withSystem('tell what webhooks were sent', (db) => publishAll(db, events));
  }
}

const ignore = () => undefined;
