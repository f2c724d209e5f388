import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';

/** The channel of live events; each is delivered once the transaction that sends it has committed. */
export const CHANNEL = 'atalaya_live';

export type Listener = {
  onPayload(payload: string): void;
  /** The connection was lost and is back: payloads in between were missed. */
  onGap(): void;
  /** What is told is not heard, though the database answers; listening is begun anew, and each time is a gap. */
  onDeaf(): void;
};
/** Begins to listen; returns what ends it. Rejects where the database does not answer. */
export type Listen = (listener: Listener) => Promise<() => Promise<void>>;

/** Milliseconds before the first attempt to reconnect, doubled up to the last; between proofs of life. */
const RETRY_FIRST = 250;
const RETRY_LAST = 2_000;
const PROOF = 30_000;
const ANSWER_WAIT = 5_000;

/** What a listener tells itself; old servers, who know it not, find nothing in it that concerns them. */
const PROOF_PAYLOAD = /^\{"proof":"([0-9a-f-]{36})"\}$/;

type Tell = (payload: string) => Promise<unknown>;
type Waits = { proof: number; answer: number };

/**
 * Listens by a connection of its own, since those of the pool come and go; a lost one is opened again. At the start
 * and then again and again it tells itself something by `tell`, as all who tell do: a peer that vanished
 * without a word is noticed, and so is a pooler that gives connections away per transaction, behind which a listener
 * hears nothing at all.
 */
export function listenByClient(
  connectionString: string,
  tell: Tell,
  waits: Waits = { proof: PROOF, answer: ANSWER_WAIT },
): Listen {
  return async (listener) => {
    const listening = new Listening(connectionString, tell, waits, listener);
    await listening.connect();
    return () => listening.close();
  };
}

class Listening {
  readonly #connectionString: string;
  readonly #tell: Tell;
  readonly #waits: Waits;
  readonly #listener: Listener;
  #closed = false;
  #deaf = false;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #proof: { id: string; hear: (heard: boolean) => void } | null = null;

  constructor(connectionString: string, tell: Tell, waits: Waits, listener: Listener) {
    this.#connectionString = connectionString;
    this.#tell = tell;
    this.#waits = waits;
    this.#listener = listener;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WAIT,
      query_timeout: ANSWER_WAIT,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.#onNotification(payload ?? ''));
    await client.connect();
    await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
      drop(client);
      throw error;
    });
    if (this.#closed) return client.end();
    client.once('end', () => this.#reconnect(this.#deaf ? this.#waits.proof : RETRY_FIRST));
    this.#client = client;
    void this.#prove(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  #onNotification(payload: string): void {
    const [, id] = PROOF_PAYLOAD.exec(payload) ?? [];
    if (id === undefined) this.#listener.onPayload(payload);
    else if (id === this.#proof?.id) this.#proof.hear(true);
  }

  async #prove(client: pg.Client): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const id = randomUUID();
    this.#proof = { id, hear: resolve };
    const late = setTimeout(resolve, this.#waits.answer, false).unref();
    const told = await this.#tell(JSON.stringify({ proof: id })).then(
      () => true,
      () => false,
    );
    const heard = told && (await promise);
    clearTimeout(late);
    if (this.#closed || this.#client !== client) return;
    const deaf = told && !heard;
    if (deaf && !this.#deaf) this.#listener.onDeaf();
    this.#deaf = deaf;
    if (heard) this.#timer = setTimeout(() => void this.#prove(client), this.#waits.proof).unref();
    else drop(client);
  }

  #reconnect(wait: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.connect().then(this.#listener.onGap, () => this.#reconnect(Math.min(wait * 2, RETRY_LAST)));
    }, wait).unref();
  }
}

/** Ends a connection whose peer may not answer any more. */
export function drop(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
