import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Pool } from 'pg';

/** Where live events are told, after the commit of whoever tells them. */
export const CHANNEL = 'atalaya_live';

export type Listener = {
  onPayload(payload: string): void;
  /** The connection was lost and is back: payloads in between were missed. */
  onGap(): void;
};
/** Begins to listen; returns what ends it. Rejects where the database does not answer. */
export type Listen = (listener: Listener) => Promise<() => Promise<void>>;

const PAYLOAD = 'atalaya:payload';
const GAP = 'atalaya:gap';
/** Milliseconds before the first attempt to reconnect, doubled up to the last; between proofs of life. */
const RETRY_FIRST = 250;
const RETRY_LAST = 8_000;
const PROOF = 30_000;
const ANSWER_WAIT = 5_000;

/** Makes a pool of one connection, which listens as soon as it is open, hand over what it hears. */
export function forwardPayloads(pool: Pool): void {
  const events: EventEmitter = pool;
  pool.on('connect', (client) => {
    client.on('notification', ({ payload }) => events.emit(PAYLOAD, payload ?? ''));
    events.emit(GAP);
  });
}

/** Listens through the embedded database's one connection. */
export function listenThroughPool(pool: Pool): Listen {
  const events: EventEmitter = pool;
  return async ({ onPayload, onGap }) => {
    await pool.query('select 1');
    events.on(PAYLOAD, onPayload).on(GAP, onGap);
    return async () => void events.off(PAYLOAD, onPayload).off(GAP, onGap);
  };
}

/**
 * Listens by a connection of its own, since those of the pool come and go; a lost one is opened again. Behind a
 * pooler that gives connections away per transaction, the address must lead past it.
 */
export function listenByClient(connectionString: string): Listen {
  return async (listener) => {
    let closed = false;
    let client: pg.Client | null = null;
    let timer: NodeJS.Timeout | undefined;

    const connect = async () => {
      const next = new pg.Client({
        connectionString,
        keepAlive: true,
        connectionTimeoutMillis: ANSWER_WAIT,
        query_timeout: ANSWER_WAIT,
      });
      next.on('error', () => undefined);
      next.on('notification', ({ payload }) => listener.onPayload(payload ?? ''));
      await next.connect();
      await next.query(`listen ${CHANNEL}`).catch(async (error: unknown) => {
        await next.end();
        throw error;
      });
      if (closed) return next.end();
      next.once('end', () => reconnect(RETRY_FIRST));
      client = next;
      prove(next);
    };
    // A peer that vanished without a word is noticed by asking.
    const prove = (current: pg.Client) => {
      timer = setTimeout(() => {
        current.query('select 1').then(
          () => client === current && !closed && prove(current),
          () => current.end().catch(() => undefined),
        );
      }, PROOF).unref();
    };
    const reconnect = (wait: number) => {
      if (closed) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        connect().then(listener.onGap, () => reconnect(Math.min(wait * 2, RETRY_LAST)));
      }, wait).unref();
    };

    await connect();
    return async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    };
  };
}
