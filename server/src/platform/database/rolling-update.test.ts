import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import type { Side, World } from '../../walks/testing/world.ts';
import { openPostgres } from './database.ts';
import { migrate, SCHEMA } from './migrate.ts';

/**
 * What a newer release may do beside an older one: columns more on every table, one of them with a default, a table of
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

/**
 * Every file of functions, triggers and views in a newer form, which is applied while people work: each has a line more,
 * and so have the bodies of its functions; the seats have a column more.
 */
function changeFunctions(folder: string): string[] {
  const names = readdirSync(path.join(folder, 'sql')).sort();
  for (const name of names) {
    const file = path.join(folder, 'sql', name);
    const text = readFileSync(file, 'utf8');
    const changed = text
      .replaceAll(/\bbegin$/gm, 'begin\n  perform 1;')
      .replace('+ i.reserved_seats as used_seats', '$&, 7 as newer_seats');
    writeFileSync(file, `-- newer\n${changed}`);
  }
  return names.map((name) => `sql/${name}`);
}

const routes = allRoutes.filter(({ route }) => !route.eventStream);
const reads = routes.filter(({ route }) => route.method === 'GET');
const writes = routes.filter(({ route }) => route.method !== 'GET');

// D5: one process alone has no older one beside it.
describe('an older server beside a newer one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-rolling-'));
  let database: TestDatabase;
  let world: World;
  let older: TestServer;
  let newer: Record<string, string>;
  let newerFunctions: string[];
  beforeAll(async () => {
    database = await openTestDatabase(2);
    for (const part of ['migrations', 'sql'])
      cpSync(path.join(SCHEMA, part), path.join(folder, part), { recursive: true });
    newer = await newerMigrations(database);
    for (const [name, sql] of Object.entries(newer))
      writeFileSync(path.join(folder, 'migrations', name), sql);
    world = await openWorld({ database });
    older = world.server;
    writeFileSync(path.join(folder, 'package.json'), '{"version":"999.0.0"}');
    newerFunctions = changeFunctions(folder);
  });
  afterAll(async () => {
    await world.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Sends each request as a person who may, about objects that there are, and tells what did not succeed. */
  const failuresOf = async (server: TestServer, of: typeof routes, side: Side = world.north) => {
    const failed: string[] = [];
    for (const { name, route } of of) {
      const sent = await ROUTE_CASES[name as RouteName].make(side);
      const who = { role: 'admin', organization_id: side.organization.id } as const;
      const by = refusalOf(route, who) ? world.super_admin : side.admin;
      const cookie = sent.cookie ?? by.cookie;
      const answer = await sendTo(server, name as RouteName, sent, cookie === '' ? undefined : cookie);
      if (answer.statusCode < 300) continue;
      // Its answer does not tell why; the log does.
      const { request_id } = answer.json<{ request_id: string }>();
      const logged = server.log.filter((line) => line.includes(request_id));
      failed.push([`${name}: ${answer.statusCode} ${answer.body}`, ...logged].join('\n'));
    }
    return failed;
  };

  test(
    'serves on while the newer one migrates, starts again, and both do all their work',
    { timeout: 120_000 },
    async () => {
      // Twice: statements are prepared from their second use on.
      await failuresOf(older, routes);
      expect(await failuresOf(older, routes)).toEqual([]);

      // People work while the newer one migrates: every kind of write once, and reads of the other
      // organization until both are done.
      const newerPool = openPostgres(database.url, 2, { connectionMs: 30_000 });
      const done = new AbortController();
      const underWay = (async () => {
        const failed: string[] = [];
        while (!done.signal.aborted) failed.push(...(await failuresOf(older, reads, world.south)));
        return failed;
      })();
      const [applied, failedWrites] = await Promise.all([
        migrate(newerPool.pool, folder),
        failuresOf(older, writes),
      ]);
      done.abort();
      expect(applied.filter((name) => !name.startsWith('sql/'))).toEqual(Object.keys(newer));
      expect(applied.filter((name) => name.startsWith('sql/')).sort()).toEqual(newerFunctions);
      expect({ failedWrites, failedReads: await underWay }).toEqual({ failedWrites: [], failedReads: [] });

      // The older one, on the connections that it has had all along.
      expect(await failuresOf(older, routes)).toEqual([]);

      // It dies and starts again: the schema is newer than it knows, and stays so.
      expect(await migrate(database.pool)).toEqual([]);
      const again = await startTestServer({
        database: { ...newerPool, url: database.url },
        env: world.env,
      });
      expect(await failuresOf(again, routes)).toEqual([]);
      await again.close();
      await newerPool.close();
    },
  );
});
