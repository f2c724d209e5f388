import path from 'node:path';
import { chunksOf } from '../server/src/platform/database/chunks.ts';
import { startPgBouncer } from '../server/src/platform/testing/pgbouncer.ts';
import { ADMINISTRATOR, SEARCHED, connect, somePeople } from './data.queries.ts';
import { read, update } from './load.ts';
import type { Measured, Target } from './load.ts';
import { makeDatabase, serverEnv, startOurs } from './measure-size.ts';
import { row } from './table.ts';
import { signIn } from './sign-in.ts';

const AT_ONCE = 16;
/** As many connections as a server opens by itself, so that statements without names are the difference. */
const CONNECTIONS = { default_pool_size: 20 };

type Asked = { folder: string; socket: string; people: number };

/** What it costs that no statement has a name behind a pooler in transaction mode: the same database with and without one. */
export async function measurePooler({ folder, socket, people }: Asked): Promise<string> {
  const url = await makeDatabase(socket, `pooler_${people}`, people);
  const pooler = await startPgBouncer(path.join(folder, 'pooler'), url, CONNECTIONS);
  const direct = await startOurs(serverEnv(folder, url));
  const pooled = await startOurs({ ...serverEnv(folder, pooler.url), DATABASE_DIRECT_URL: url });
  const client = await connect(url);
  try {
    const bare = await signIn(direct, ADMINISTRATOR);
    const behind = await signIn(pooled, ADMINISTRATOR);
    // Others each time: what is on its way when a run ends still changes people after it.
    const people_of_runs = [...chunksOf(await somePeople(client, 4 * 400), 400)];
    const change = async (target: Target) =>
      update(target, (id) => `/api/users/${id}`, people_of_runs.pop() ?? [], AT_ONCE);
    const asked: [string, (target: Target) => Promise<Measured>][] = [
      ['users list', (target) => read(target, '/api/users', AT_ONCE)],
      ['search', (target) => read(target, `/api/users?search=${encodeURIComponent(SEARCHED)}`, AT_ONCE)],
      ['own session', (target) => read(target, '/api/session', AT_ONCE)],
      ['update one user', change],
    ];
    const rows: string[] = [];
    for (const [what, ask] of asked) {
      // The first of each compiles and plans.
      for (const target of [bare, behind]) await ask(target);
      const without = await ask(bare);
      const through = await ask(behind);
      rows.push(row([what, perSecond(without), perSecond(through), share(through, without)]));
    }
    return [
      row(['requests/s', 'directly', 'through PgBouncer', 'share']),
      row(['---', '---:', '---:', '---:']),
      ...rows,
    ].join('\n');
  } finally {
    await client.end();
    await direct.stop();
    await pooled.stop();
    await pooler.stop();
  }
}

const perSecond = ({ per_second }: Measured) => Math.round(per_second).toLocaleString('en');
const share = (some: Measured, all: Measured) => `× ${(some.per_second / all.per_second).toFixed(2)}`;
