import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RouteName } from '@atalaya/contract/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes, refusalOf } from '../testing/contract-walk.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';
import { ROUTE_CASES } from '../../walks/testing/route-cases.ts';
import { openWorld, sendTo } from '../../walks/testing/world.ts';
import type { Sent, World } from '../../walks/testing/world.ts';
import { openPostgres } from './database.ts';
import { migrate, SCHEMA } from './migrate.ts';

/**
 * What a newer version may do beside an older one: columns more on every table, one of them with a default, a table of
 * its own, an index on a busy table. One migration for each table: one that holds several makes requests wait for it
 * while it waits for them.
 */
async function newerMigrations({ pool }: TestDatabase): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relname not in ('schema_migrations', 'schema_sql')`);
  const columns = rows.map(({ name }, at) => [
    `${9_001 + at}_columns.sql`,
    `-- compatible
    alter table ${name} add column newer_note text, add column newer_count integer not null default 0;`,
  ]);
  return {
    ...(Object.fromEntries(columns) as Record<string, string>),
    '9998_table.sql': `-- compatible
    create table newer_things (id uuid primary key default uuid_v7(), name text not null);`,
    '9999_index.sql': `-- compatible
-- transaction: none
create index concurrently tickets_newer on tickets (newer_count);`,
  };
}

const reads = allRoutes.filter(({ route }) => route.method === 'GET' && !route.eventStream);

// D5: one process alone has no older one beside it.
describe('an older server beside a newer one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-rolling-'));
  let database: TestDatabase;
  let world: World;
  let older: TestServer;
  let requests: { name: RouteName; sent: Sent; cookie: string }[];
  let newer: Record<string, string>;
  beforeAll(async () => {
    database = await openTestDatabase(2);
    for (const part of ['migrations', 'sql'])
      cpSync(path.join(SCHEMA, part), path.join(folder, part), { recursive: true });
    newer = await newerMigrations(database);
    for (const [name, sql] of Object.entries(newer))
      writeFileSync(path.join(folder, 'migrations', name), sql);
    world = await openWorld({ database });
    older = world.server;
    requests = [];
    for (const { name, route } of reads) {
      const sent = await ROUTE_CASES[name as RouteName].make(world.north);
      const who = { role: 'admin', organization_id: world.north.organization.id } as const;
      const by = refusalOf(route, who) ? world.super_admin : world.north.admin;
      requests.push({ name: name as RouteName, sent, cookie: sent.cookie ?? by.cookie });
    }
  });
  afterAll(async () => {
    await world.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** What each reading route answers about objects that there are. */
  const statusesOf = async (server: TestServer) => {
    const seen: Record<string, number> = {};
    for (const { name, sent, cookie } of requests)
      seen[name] = (await sendTo(server, name, sent, cookie)).statusCode;
    return seen;
  };
  /** Writes of every kind of object: what they answer. */
  const write = async (server: TestServer, n: string) => {
    const send = async (
      method: 'POST' | 'PATCH' | 'DELETE',
      url: string,
      payload: object,
      by = world.north.admin,
    ) => {
      const reply = await server.send({ method, url, payload, cookie: by.cookie });
      return reply.statusCode < 300 && reply.body
        ? reply.json()
        : { failed: reply.statusCode, of: url, ...reply.json() };
    };
    const ticket = await send('POST', '/api/tickets', { title: `T ${n}`, description: 'x' });
    const user = await send('POST', '/api/users', {
      first_name: 'Eva',
      last_name: n,
      email: `eva-${n}@example.test`,
      role: 'user',
    });
    const invitation = await send('POST', '/api/invitations', {
      email: `inv-${n}@example.test`,
      role: 'user',
    });
    const changed = await send('PATCH', `/api/users/${user.id}`, {
      version: user.version,
      last_name: `${n}s`,
    });
    return {
      ticket: ticket.title ?? ticket,
      user: user.email ?? user,
      invitation,
      changed: changed.last_name ?? changed,
    };
  };

  test(
    'serves on while the newer one migrates, starts again, and both do all their work',
    { timeout: 120_000 },
    async () => {
      // Twice: statements are prepared from their second use on.
      await statusesOf(older);
      const before = await statusesOf(older);
      expect(Object.entries(before).filter(([, status]) => status >= 300)).toEqual([]);
      await write(older, 'a');
      await write(older, 'b');

      // People ask while the newer one migrates.
      const migrated = new AbortController();
      const under_way = (async () => {
        const failed: unknown[] = [];
        while (!migrated.signal.aborted) {
          for (const url of ['/api/users', '/api/tickets', '/api/session', '/api/dashboard']) {
            const reply = await older.send({ url, cookie: world.north.admin.cookie });
            if (reply.statusCode >= 500) failed.push([url, reply.body]);
          }
        }
        return failed;
      })();
      const newerPool = openPostgres(database.url, 2, { connectionMs: 30_000 });
      const applied = await migrate(newerPool.pool, folder);
      migrated.abort();
      expect(applied).toEqual(Object.keys(newer));
      expect(await under_way).toEqual([]);

      // The older one, on the connections that it has had all along.
      expect(await statusesOf(older)).toEqual(before);
      const written = await write(older, 'c');
      expect(written).toMatchObject({ ticket: 'T c', user: 'eva-c@example.test', changed: 'cs' });

      // It dies and starts again: the schema is newer than it knows.
      expect(await migrate(database.pool)).toEqual([]);
      const again = await startTestServer({
        database: { ...newerPool, url: database.url },
        env: world.env,
      });
      expect(await statusesOf(again)).toEqual(before);
      expect(await write(again, 'd')).toMatchObject({
        ticket: 'T d',
        user: 'eva-d@example.test',
        changed: 'ds',
      });
      await again.close();
      await newerPool.close();
    },
  );
});
