import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../database/embedded.ts';
import type { Embedded } from '../database/embedded.ts';
import { readStatus } from '../database/postgres-process.ts';
import { copyMigrated } from './database.ts';
import { RUN_SETTINGS } from './global-setup.ts';

const SETTINGS = {
  ...RUN_SETTINGS,
  // What was acknowledged has been flushed, as where nothing may be lost.
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '256MB',
  autovacuum: 'off',
};
const STANDBY_SETTINGS = {
  ...SETTINGS,
  // A change is there later than its author may ask for it.
  recovery_min_apply_delay: '3ms',
  // Where a statement there still sees what is removed here, it is waited for.
  max_standby_streaming_delay: '-1',
};

export type Node = Embedded & {
  /** Runs a statement there as its superuser. */
  administer<R extends object>(text: string): Promise<R[]>;
  /** As a machine that is switched off; it comes back by itself. */
  kill(): void;
};

export type Replicated = {
  primary: Node;
  /** Streams from the primary, a few milliseconds behind it. */
  standby: Node;
  /** Starts a standby that never heard anything of the primary, and makes it a primary of its own. */
  promoteDeaf(): Promise<Node>;
  close(): Promise<void>;
};

/** A database that is migrated and has no people, with a standby, in folders of `folder`. */
export async function startReplicated(folder: string): Promise<Replicated> {
  const [here, there, deaf] = ['primary', 'standby', 'deaf'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(here);
  copyMigrated(here);
  // The template was written at a level that no standby can follow: from its next end on it can.
  await (await openEmbedded(here, null, { settings: SETTINGS })).close();
  for (const each of [there, deaf]) {
    mkdirSync(each);
    cpSync(path.join(here, 'postgres'), path.join(each, 'postgres'), { recursive: true });
    writeFileSync(path.join(each, 'postgres', 'standby.signal'), '');
  }
  const primary = await openNode(here, SETTINGS);
  const { host, user } = new pg.Client({ connectionString: primary.adminUrl('postgres') });
  const primary_conninfo = `host=${host} user=${user ?? ''}`;
  const opened = [primary, await openNode(there, { ...STANDBY_SETTINGS, primary_conninfo })];
  const [, standby] = opened as [Node, Node];
  return {
    primary,
    standby,
    promoteDeaf: async () => {
      const node = await openNode(deaf, STANDBY_SETTINGS);
      opened.push(node);
      await node.administer('select pg_promote()');
      return node;
    },
    close: async () => {
      for (const node of opened.reverse()) await node.close();
    },
  };
}

async function openNode(dataDir: string, settings: Record<string, string>): Promise<Node> {
  const node = await openEmbedded(dataDir, null, { settings });
  return {
    ...node,
    administer: async <R extends object>(text: string) => {
      const client = new pg.Client({ connectionString: node.adminUrl('atalaya') });
      await client.connect();
      try {
        return (await client.query<R>(text)).rows;
      } finally {
        await client.end();
      }
    },
    kill: () => process.kill(Number.parseInt(readStatus(path.join(dataDir, 'postgres')), 10), 'SIGKILL'),
  };
}
