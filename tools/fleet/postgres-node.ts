import pg from 'pg';
import { readStatus } from '../../server/src/platform/database/postgres-process.ts';
import { killWithChildren } from './processes.ts';

/** A PostgreSQL of its own, and a port that answers 200 while it is the primary. */
export type Node = {
  port: number;
  primaryCheck: number;
  query: (text: string) => Promise<Record<string, unknown>[]>;
  /** As a machine that loses its power. */
  kill: () => void;
  stop: () => Promise<void>;
};

export type PostgresPair = {
  primary: Node;
  standby: Node;
  /** The address of the database on a port that leads to one of them. */
  urlAt: (port: number) => string;
  stop: () => Promise<void>;
};

/** Owns the database of the fleet. */
export const OWNER = 'atalaya';
/** A machine that does much else answers late, and is no lost primary: one that is killed refuses at once. */
const SLOW_MS = 10_000;

/** Durable, and small enough for a machine that runs two of them. */
export const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '150',
  wal_level: 'replica',
  max_wal_senders: '6',
  hot_standby: 'on',
  hot_standby_feedback: 'on',
};

export const urlAt = (port: number) => `postgresql://${OWNER}@127.0.0.1:${port}/${OWNER}`;

/** Asks the server on a port, as its superuser, each time over a connection of its own. */
export const queriesAt = (port: number) => async (text: string) => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: SLOW_MS,
    query_timeout: SLOW_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** The server on a port, whose data lie in a folder. */
export const nodeAt = ({
  port,
  primaryCheck,
  folder,
}: {
  port: number;
  primaryCheck: number;
  folder: string;
}) => ({
  port,
  primaryCheck,
  query: queriesAt(port),
  kill: () => killWithChildren(Number.parseInt(readStatus(folder), 10)),
});
