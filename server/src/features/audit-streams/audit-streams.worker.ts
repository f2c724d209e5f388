import { setTimeout as pause } from 'node:timers/promises';
import { STOP_TIMEOUT_MS } from '../../platform/jobs/jobs.ts';
import type { Worker } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { ANSWER_MS, openOutside } from './send-batch.ts';
import { takeStreams } from './sending.queries.ts';
import type { TakenStream } from './sending.queries.ts';
import { send } from './sending.service.ts';
import type { Outside } from './sink.ts';

export type StreamWorker = Worker & {
  /** Sends what is due: until nothing is left to do now. */
  runDue(): Promise<void>;
};

/** Streams that one process sends at once. Those that fail have workers of their own, and delay none that does not. */
const LANES = {
  working: { workers: 16, failing: false },
  failing: { workers: 8, failing: true },
} as const;
type LaneName = keyof typeof LANES;

const POLLING_MS = 500;
/** Longer than any try: where a process dies, another one sends its streams after this. */
const LEASE_SECONDS = 60;

/** `answer_ms`: milliseconds that a sink has. */
export const openStreamWorker = (platform: Platform, answer_ms = ANSWER_MS): StreamWorker =>
  new Sender(platform, answer_ms);

class Sender implements StreamWorker {
  readonly #platform: Platform;
  readonly #answer_ms: number;
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  #outside: Promise<Outside> | undefined;
  #serving: Promise<unknown> | undefined;

  constructor(platform: Platform, answer_ms: number) {
    this.#platform = platform;
    this.#answer_ms = answer_ms;
  }

  async runDue(): Promise<void> {
    let sent = Number.NaN;
    // What begins to fail, or works again, goes from one to the other.
    while (sent !== 0) {
      const both = [this.#serve('working', 'when empty'), this.#serve('failing', 'when empty')];
      sent = (await Promise.all(both)).reduce((sum, some) => sum + some, 0);
    }
  }

  start(): void {
    this.#serving = Promise.all([
      this.#serve('working', 'when stopped'),
      this.#serve('failing', 'when stopped'),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#serving;
  }

  /** A database that is down for a moment must not end a worker. */
  #complain(error: unknown): void {
    this.#platform.log.error({ err: error }, 'audit streams failed');
  }

  /** Sends the streams of a lane, several at once, until `ends` or the process stops; how many times. */
  async #serve(name: LaneName, ends: 'when empty' | 'when stopped'): Promise<number> {
    const { workers, failing } = LANES[name];
    const { signal } = this.#stopping;
    const busy = new Set<Promise<unknown>>();
    let sent = 0;
    while (!signal.aborted) {
      const turn = { count: workers - busy.size, failing, lease_seconds: LEASE_SECONDS };
      const taken = await takeStreams(this.#platform.database.kysely, turn).catch((error: unknown) => {
        this.#complain(error);
        return [];
      });
      for (const one of taken) {
        const work: Promise<unknown> = this.#send(one).finally(() => busy.delete(work));
        busy.add(work);
      }
      sent += taken.length;
      if (ends === 'when empty' && busy.size === 0) return sent;
      if (busy.size === workers || ends === 'when empty') await Promise.race(busy);
      else if (taken.length === 0) await this.#rest(busy);
    }
    await Promise.race([Promise.all(busy), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.#cutting.abort();
    await Promise.all(busy);
    return sent;
  }

  /** Until something is done, or may be due by now. */
  async #rest(busy: Set<Promise<unknown>>): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#stopping.signal]);
    await Promise.race([pause(POLLING_MS, undefined, { signal }).catch(ignore), ...busy]);
    over.abort();
  }

  async #send(taken: TakenStream): Promise<void> {
    try {
      this.#outside ??= openOutside(this.#platform, this.#cutting.signal, this.#answer_ms);
      await send(this.#platform, await this.#outside, taken);
    } catch (error) {
      this.#outside = undefined;
      this.#complain(error);
    }
  }
}

const ignore = () => undefined;
