import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Dashboard } from '@atalaya/contract/dashboard';
import type { SearchGroup } from '@atalaya/contract/search';
import type { Transfer } from '@atalaya/contract/transfers';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDataExport } from '../../features/data-exports/data-exports.jobs.ts';
import { takeTurn } from '../../features/transfers/transfers.jobs.ts';
import type { Actor } from '../core/actor.ts';
import { loadConfig } from '../core/config.ts';
import { urlOf } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { makeRunFolder } from '../testing/global-setup.ts';
import { openTestStream } from '../testing/live-streams.ts';
import { hasPgBouncer } from '../testing/pgbouncer-program.ts';
import { startPgBouncer } from '../testing/pgbouncer.ts';
import { startReplicated } from '../testing/replicated.ts';
import type { Node, Replicated } from '../testing/replicated.ts';
import { startTestServer, unique } from '../testing/server.ts';
import type { Cast, TestServer } from '../testing/server.ts';
import { TEMPLATE } from '../testing/template.ts';
import { Wire } from '../testing/wire.ts';
import { makeTwoOrganizations } from '../testing/two-organizations.ts';
import type { TwoOrganizations } from '../testing/two-organizations.ts';
import { openDatabase, openPostgres } from './database.ts';
import type { Db } from './doors.ts';
import { openReplica } from './replica.ts';

/** Longer than the standby of a loaded machine takes. */
const PATIENT_MS = 20_000;

const folder = makeRunFolder();
const silent = pino({ level: 'silent' });
let nodes: Replicated;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  nodes = await startReplicated(folder);
});
afterAll(async () => {
  for (const each of opened.reverse()) await each.close();
  await nodes.close();
  rmSync(folder, { recursive: true });
});

async function openOn(
  primary: Node,
  standbyUrl: string,
  waitMs?: number,
  connectionMs = 30_000,
): Promise<TestDatabase> {
  const options = { poolSize: 4, connectionMs, ...(waitMs ? { waitMs } : {}) };
  const replica = await openReplica(standbyUrl, primary.url, options, silent);
  const database = { ...openPostgres(primary.url, 4, { connectionMs: 30_000, replica }), url: primary.url };
  opened.push(database);
  return database;
}

/** Two servers as several processes would be, and how many of their reads were answered from where. */
async function startTwo(primary: Node, standbyUrl: string, waitMs?: number) {
  const servers: TestServer[] = [];
  for (let n = 0; n < 2; n++) {
    const server = await startTestServer({ database: await openOn(primary, standbyUrl, waitMs) });
    opened.push(server);
    servers.push(server);
  }
  const sum = (from: 'primary' | 'replica') =>
    servers.reduce((total, { database }) => total + database.reads[from], 0);
  return {
    servers: servers as [TestServer, TestServer],
    reads: () => ({ primary: sum('primary'), replica: sum('replica') }),
  };
}

type Person = { id: string; version: number; phone: string | null };
type Asking = { cookie: string } | { headers: { authorization: string } };

const readPerson = async (server: TestServer, cookie: string, id: string) =>
  (await server.send({ url: `/api/users/${id}`, cookie })).json<Person>();
const changePhone = async (server: TestServer, cookie: string, { id, version }: Person, phone: string) => {
  const payload = { version, phone };
  const reply = await server.send({ method: 'PATCH', url: `/api/users/${id}`, payload, cookie });
  expect(reply.statusCode).toBe(200);
  return reply.json<Person>();
};
/** What the list of people says of one. */
const phoneIn = async (server: TestServer, asking: Asking, id: string) => {
  const reply = await server.send({ url: '/api/users', ...asking });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ items: Person[] }>().items.find((item) => item.id === id)?.phone;
};

/** The numbers of changes by one server that the next list of the other did not have. */
async function findStale(servers: TestServer[], cast: Cast, changes: number, asking: Asking = cast.admin) {
  const { cookie } = cast.admin;
  let person = await readPerson(servers[0]!, cookie, cast.user.id);
  const stale: number[] = [];
  for (let n = 0; n < changes; n++) {
    const phone = String(600_000_000 + n);
    person = await changePhone(servers[n % 2]!, cookie, person, phone);
    const who = n % 3 === 0 ? asking : { cookie };
    if ((await phoneIn(servers[(n + 1) % 2]!, who, person.id)) !== phone) stale.push(n);
  }
  return stale;
}

describe('two servers that read from a replica', () => {
  let servers: [TestServer, TestServer];
  let reads: () => { primary: number; replica: number };
  let cast: Cast;
  beforeAll(async () => {
    ({ servers, reads } = await startTwo(nodes.primary, nodes.standby.url, PATIENT_MS));
    cast = await servers[0].makeCast();
  });
  /** What was read from where while this was done. */
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = reads();
    await work();
    const after = reads();
    return { primary: after.primary - before.primary, replica: after.replica - before.replica };
  };

  it('have in the next list, of either, what somebody has just changed', async () => {
    const payload = { name: 'Programa', scopes: ['users:read'], expires_in_days: 1 };
    const { cookie } = cast.admin;
    const key = await servers[0].send({ method: 'POST', url: '/api/profile/api-keys', payload, cookie });
    const headers = { authorization: `Bearer ${key.json<{ token: string }>().token}` };
    let stale: number[] = [];
    const from = await readsOf(async () => {
      stale = await findStale(servers, cast, 500, { headers });
    });
    expect(stale).toEqual([]);
    expect(from.primary + from.replica).toBe(500);
    expect(from.replica).toBeGreaterThan(400);
  });

  it('have in a list what a colleague was told of as it happened', async () => {
    const [first, second] = servers;
    const stream = await openTestStream(second, cast.admin);
    const from = await readsOf(async () => {
      for (let n = 0; n < 20; n++) {
        const payload = { title: `Aviso ${n}`, description: 'No funciona.', priority: 'low' };
        const { cookie } = cast.user;
        const sent = first.send({ method: 'POST', url: '/api/tickets', payload, cookie });
        const told = async () => (await stream.next())?.data as { topic: string; object_id: string };
        let news = await told();
        while (news.topic !== 'tickets') news = await told();
        const reply = await second.send({ url: '/api/tickets', cookie: cast.admin.cookie });
        const listed = reply.json<{ items: { id: string }[] }>().items.map(({ id }) => id);
        expect(listed).toContain(news.object_id);
        expect((await sent).statusCode).toBe(201);
      }
    });
    stream.close();
    expect(from.replica).toBeGreaterThan(10);
  });

  it.each([
    ['replica', ['users', 'tickets', 'invoices', 'payments', 'audit', 'invitations', 'plans', 'bin']],
    ['replica', ['organizations', 'organizations/overview', 'notifications', 'dashboard', 'search?q=aviso']],
    ['replica', ['transfers', 'data-exports', 'tickets/assignees']],
    ['replica', ['tickets/export', 'invoices/export', 'payments/export', 'audit/export']],
    ['replica', ['reports?report=tickets&from=2026-01-01&to=2026-01-31']],
    ['replica', ['financial-reports?report=mrr&from=2026-01-01&to=2026-01-31']],
    ['primary', ['session', 'settings', 'profile/sessions', 'profile/api-keys', 'notifications/unread']],
    ['primary', ['users/own', 'organizations/own']],
  ])('ask the %s for %j', async (from, paths) => {
    for (const each of paths) {
      const own = each.startsWith('users') ? cast.super_admin.id : cast.organization.id;
      const url = `/api/${each.replace('/own', `/${own}`)}`;
      const asked = await readsOf(async () => {
        const reply = await servers[0].send({ url, cookie: cast.super_admin.cookie });
        expect([each, reply.statusCode]).toEqual([each, 200]);
      });
      expect([each, asked.primary, asked.replica > 0]).toEqual([each, 0, from === 'replica']);
    }
  });

  it('ask the primary for what is no GET', async () => {
    const { cookie } = cast.admin;
    const from = await readsOf(() => servers[0].send({ method: 'HEAD', url: '/api/users', cookie }));
    expect(from).toEqual({ primary: 1, replica: 0 });
  });

  it('find what was just added, and count it', async () => {
    const [first, second] = servers;
    const { cookie } = cast.admin;
    const figureOf = async () => {
      const reply = await second.send({ url: '/api/dashboard', cookie });
      const { cards } = reply.json<Dashboard>();
      expect(cards.map(({ figure }) => figure)).not.toContain(null);
      return cards.find(({ key }) => key === 'open_tickets')?.figure?.value ?? 0;
    };
    for (let n = 0; n < 10; n++) {
      const open = await figureOf();
      const word = `hallazgo${unique()}`;
      const payload = { title: `García ${word}`, description: 'No funciona.', priority: 'low' };
      const sent = await first.send({ method: 'POST', url: '/api/tickets', payload, cookie });
      expect(sent.statusCode).toBe(201);
      expect(await figureOf()).toBe(open + 1);
      // How alike a misspelled word must be is set for the transaction.
      const q = `garsia ${word}`;
      const found = await second.send({ url: `/api/search?${new URLSearchParams({ q })}`, cookie });
      const group = found.json<{ groups: SearchGroup[] }>().groups.find(({ key }) => key === 'tickets');
      expect(group?.items.map(({ label }) => label).join()).toContain(word);
    }
    expect(await readsOf(figureOf)).toEqual({ primary: 0, replica: 1 });
  });

  it('write exports of what was there when each part of them was read', async () => {
    const [{ platform }, second] = servers;
    const { cookie } = cast.admin;
    const post = (url: string, payload: object) => second.send({ method: 'POST', url, payload, cookie });
    const asked = await post('/api/transfers/exports', { what: { resource: 'users', filters: {} } });
    const { id } = asked.json<Transfer>();
    const { email } = await second.makePerson({ organization_id: cast.organization.id });
    expect((await readsOf(() => takeTurn(platform, id))).replica).toBe(1);
    const file = await servers[0].send({ url: `/api/transfers/${id}/file`, cookie });
    expect(file.body).toContain(email);

    const whole = await post('/api/data-exports', {});
    const from = await readsOf(() => runDataExport(platform, whole.json<{ id: string }>().id));
    expect([from.primary, from.replica > 10]).toEqual([0, true]);
  });

  // T5
  it('keep organizations apart, whichever connections they share', async () => {
    const casts = [cast, await servers[1].makeCast(), await servers[0].makeCast()];
    const from = await readsOf(() =>
      Promise.all(
        Array.from({ length: 300 }, async (_, n) => {
          const { admin, organization } = casts[n % casts.length]!;
          const reply = await servers[n % 2]!.send({ url: '/api/users', cookie: admin.cookie });
          const { items } = reply.json<{ items: { organization: { id: string } }[] }>();
          expect(new Set(items.map((item) => item.organization.id))).toEqual(new Set([organization.id]));
        }),
      ),
    );
    expect(from).toEqual({ primary: 0, replica: 300 });
  });
});

describe('the doors to a replica', () => {
  let database: TestDatabase;
  let actors: TwoOrganizations;
  beforeAll(async () => {
    database = await openOn(nodes.primary, nodes.standby.url, PATIENT_MS);
    actors = await makeTwoOrganizations(database);
  });
  /** The same person in a request that comes now. */
  const asking = async (actor: Actor): Promise<Actor> => {
    const { rows } = await database.pool.query<{ log_position: string }>('select log_position()');
    return { ...actor, ...rows[0] };
  };
  const isReplica = async (db: Db) =>
    (await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db)).rows[0]?.replica;

  const failing = (code: string) => sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`);

  // T5
  it('leave nothing behind: 1,000 interleaved reads, some of which fail', async () => {
    const kinds = await Promise.all([actors.north, actors.south, actors.nobody].map(asking));
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) => {
        const actor = kinds[n % 3]!;
        const read = n % 2 === 0 ? database.readAs : database.readTogether;
        try {
          return await read(actor, 'test', async (db) => {
            if (n % 7 === 0) await sql`select 1 / 0`.execute(db);
            const seen = await db.selectFrom('profiles').select(['organization_id', 'id']).execute();
            if (n % 11 === 0) throw new Error('the handler failed');
            if (n % 13 === 0) await failing('57014').execute(db);
            const { organization_id, profile_id } = actor;
            const own = organization_id
              ? seen.length === 3 && seen.every((row) => row.organization_id === organization_id)
              : seen.length === 1 && seen[0]?.id === profile_id;
            return own ? 'answered' : 'leaked';
          });
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
    expect(new Set(outcomes)).toEqual(
      new Set(['answered', 'division by zero', 'the handler failed', '57014']),
    );
    expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThan(700);
  });

  it('are closed to who does not know how far the primary was, and to whatever writes', async () => {
    expect(await database.readAs(await asking(actors.north), 'test', isReplica)).toBe(true);
    expect(await database.readAs(actors.north, 'test', isReplica)).toBe(false);
    expect(await database.readTogether(actors.north, 'test', isReplica)).toBe(false);
    expect(await database.withActor(await asking(actors.north), 'test', isReplica)).toBe(false);
    for (const actor of [actors.north, await asking(actors.north)]) {
      const write = (db: Db) => db.updateTable('profiles').set({ first_name: 'Otra' }).execute();
      await expect(database.readAs(actor, 'test', write)).rejects.toThrow('read-only');
      await expect(database.readTogether(actor, 'test', write)).rejects.toThrow('read-only');
    }
  });

  it.each(['AT001', '40001', '40P01', '0A000', '08006', '53300', '57P01', '58030', 'XX001', '42883'])(
    'read anew from the primary what fails there by %s, even where that was caught',
    async (code) => {
      const fresh = await openOn(nodes.primary, nodes.standby.url, PATIENT_MS);
      const actor = await asking(actors.north);
      const asked: (boolean | undefined)[] = [];
      const failThere = async (db: Db) => {
        asked.push(await isReplica(db));
        if (asked.at(-1)) await failing(code).execute(db);
        return 3;
      };
      expect(await fresh.readTogether(actor, 'test', failThere)).toBe(3);
      expect(asked).toEqual([true, false]);
      expect(fresh.reads).toEqual({ primary: 1, replica: 0 });
      const caught = await openOn(nodes.primary, nodes.standby.url, PATIENT_MS);
      const swallow = async (db: Db) => {
        await failThere(db).catch(() => null);
        return isReplica(db).catch(() => true);
      };
      expect(await caught.readAs(actor, 'test', swallow)).toBe(false);
    },
  );

  it.each(['57014', '25006', '22012', 'P0001'])('ask nobody else where a read fails by %s', async (code) => {
    const fresh = await openOn(nodes.primary, nodes.standby.url, PATIENT_MS);
    let runs = 0;
    const read = fresh.readTogether(await asking(actors.north), 'test', async (db) => {
      runs += 1;
      await failing(code).execute(db);
    });
    await expect(read).rejects.toMatchObject({ code });
    expect(runs).toBe(1);
  });
});

describe('a position', () => {
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    // Its server is switched off before it is closed.
    client.on('error', () => undefined);
    await client.connect();
    opened.push({ close: () => client.end() });
    return client;
  };
  const START = '00000001 0/0';

  it('is waited for on a replica alone, of the same timeline, where each statement sees what is new', async () => {
    const [there, here] = [await connect(nodes.standby.url), await connect(nodes.primary.url)];
    const wait = (client: pg.Client, position: string) =>
      client.query('select await_position($1, 10)', [position]).then(
        () => 'came',
        (error: { code: string }) => error.code,
      );
    expect(await wait(there, START)).toBe('came');
    expect(await wait(there, '00000002 0/0')).toBe('AT001');
    expect(await wait(there, '00000001 FFFFFFF/0')).toBe('AT001');
    expect(await wait(here, START)).toBe('AT001');
    await there.query('begin isolation level repeatable read');
    expect(await wait(there, START)).toBe('AT001');
    await there.query('rollback');
  });

  it('is after what was acknowledged without being flushed, where the database does so', async () => {
    const client = await connect(nodes.primary.url);
    await client.query('set synchronous_commit = off');
    await client.query(`insert into organizations (name, slug) values ('Una', 'una')`);
    const [end] = (await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')).rows;
    const { rows } = await client.query(
      'select substr(log_position(), 10)::pg_lsn >= $1::pg_lsn as is_after',
      [end?.lsn],
    );
    expect(rows).toEqual([{ is_after: true }]);
  });

  it('is none where nothing is written', async () => {
    const rows = await nodes.standby.administer('select log_position()');
    expect(rows).toEqual([{ log_position: null }]);
  });
});

describe('at the start', () => {
  const open = (replica: string, log = silent) =>
    openDatabase(
      loadConfig({
        DATA_DIR: folder,
        DATABASE_URL: nodes.primary.url,
        DATABASE_REPLICA_URL: replica,
        FILES: 'shared',
      }),
      log,
    );

  it('what is no replica of the database is refused', async () => {
    const others = [nodes.standby.adminUrl('postgres'), urlOf(TEMPLATE)];
    for (const other of others) await expect(open(other)).rejects.toThrow(/lleva a otra base de datos/);
    await expect(open(nodes.standby.url.replace('atalaya@', 'nadie@'))).rejects.toThrow(/no sirve: .*nadie/);
  });

  it.each([
    ['is not there', () => nodes.standby.url.replace('standby', 'nowhere')],
    ['is the primary itself', () => nodes.primary.url],
    ['is a copy that follows nobody', () => urlOf('atalaya')],
  ])('one that %s is told of, and the primary is read', async (_what, placeOf) => {
    const lines: string[] = [];
    const database = await open(placeOf(), pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
    opened.push(database);
    expect(lines.join('')).toContain('the primary is read instead');
    const { rows } = await database.pool.query<{ log_position: string }>('select log_position()');
    const actor = { role: 'super_admin', ...rows[0] } as Actor;
    await database.readAs(actor, 'test', (db) => db.selectFrom('settings').select('id').execute());
    expect(database.reads).toEqual({ primary: 1, replica: 0 });
  });
});

describe.runIf(hasPgBouncer())('a replica behind a pooler', () => {
  it('is read without names of statements', async () => {
    const pooler = await startPgBouncer(path.join(folder, 'pgbouncer'), nodes.standby.url);
    opened.push({ close: pooler.stop });
    const { servers, reads } = await startTwo(nodes.primary, pooler.url, PATIENT_MS);
    const cast = await servers[0].makeCast();
    expect(await findStale(servers, cast, 50)).toEqual([]);
    expect(reads().replica).toBeGreaterThan(40);
  });
});

describe('a replica that fails', () => {
  let servers: [TestServer, TestServer];
  let reads: () => { primary: number; replica: number };
  let cast: Cast;
  beforeAll(async () => {
    ({ servers, reads } = await startTwo(nodes.primary, nodes.standby.url));
    cast = await servers[0].makeCast();
  });
  const list = (n = 0) => servers[n % 2]!.send({ url: '/api/users', cookie: cast.admin.cookie });
  const comesBack = async () => {
    const { replica } = reads();
    const grows = async () => {
      await list();
      return reads().replica > replica;
    };
    await expect.poll(grows).toBe(true);
  };

  // S3
  it('is left where it stands still: lists are right, and who was signed out is out', async () => {
    await comesBack();
    const { cookie } = await servers[0].makePerson({
      role: 'admin',
      organization_id: cast.organization.id,
    });
    await nodes.standby.administer('select pg_wal_replay_pause()');
    const state = () => nodes.standby.administer('select pg_get_wal_replay_pause_state() as state');
    await expect.poll(state).toEqual([{ state: 'paused' }]);
    const before = reads();
    expect(await findStale(servers, cast, 20)).toEqual([]);
    expect(reads()).toEqual({ primary: before.primary + 20, replica: before.replica });
    const ask = () => servers[1].send({ url: '/api/users', cookie });
    expect((await ask()).statusCode).toBe(200);
    await servers[0].send({ method: 'DELETE', url: '/api/session', cookie });
    expect((await ask()).statusCode).toBe(401);
    await nodes.standby.administer('select pg_wal_replay_resume()');
    await comesBack();
  });

  it('is missed by nobody when it is switched off, and read again when it is back', async () => {
    await comesBack();
    const statuses = new Set<number>();
    const askSome = () =>
      Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const { statusCode } = await list(n);
          statuses.add(statusCode);
        }),
      );
    const under_way = askSome();
    nodes.standby.kill();
    await under_way;
    const { primary } = reads();
    for (let n = 0; n < 5; n++) await askSome();
    expect(reads().primary).toBeGreaterThan(primary);
    expect([...statuses]).toEqual([200]);
    await comesBack();
    expect(await findStale(servers, cast, 10)).toEqual([]);
  });

  // F1
  it('is missed by nobody when it takes connections and answers nothing', async () => {
    const url = new URL(nodes.standby.url);
    const wire = new Wire(path.join(decodeURIComponent(url.hostname), '.s.PGSQL.5432'));
    await wire.mend();
    opened.push({ close: () => wire.cut() });
    const database = await openOn(nodes.primary, wire.urlOf(url), PATIENT_MS, 1_500);
    const server = await startTestServer({ database });
    opened.push(server);
    const ask = () => server.send({ url: '/api/users', cookie: cast.admin.cookie });
    const askSome = async () =>
      (await Promise.all(Array.from({ length: 10 }, ask))).map(({ statusCode }) => statusCode);
    const well = Array.from({ length: 10 }, () => 200);
    const isRead = async () => {
      const { replica } = database.reads;
      await askSome();
      return database.reads.replica > replica;
    };
    await expect.poll(isRead).toBe(true);
    const under_way = askSome();
    wire.hang();
    expect(await under_way).toEqual(well);
    const { primary } = database.reads;
    expect(await askSome()).toEqual(well);
    expect(database.reads.primary).toBeGreaterThan(primary);
    await wire.cut();
    await wire.mend();
    await expect.poll(isRead).toBe(true);
  });

  it('is not read after a failover that it did not hear of', async () => {
    const promoted = await nodes.promoteDeaf();
    const {
      servers: [server],
      reads,
    } = await startTwo(promoted, nodes.standby.url);
    const others = await server.makeCast();
    const ends = await Promise.all([
      promoted.administer<{ at: string }>('select pg_current_wal_flush_lsn() as at'),
      nodes.standby.administer<{ at: string }>('select pg_last_wal_replay_lsn() as at'),
    ]);
    const [here, there] = ends.map(([end]) => Number.parseInt(end?.at.slice(2) ?? '', 16));
    expect(there).toBeGreaterThan(here ?? Number.NaN);
    const reply = await server.send({ url: '/api/users', cookie: others.admin.cookie });
    expect(reply.json<{ total: number }>().total).toBe(2);
    expect(reads()).toEqual({ primary: 1, replica: 0 });
  });

  it('is not read once it is a primary itself', async () => {
    await comesBack();
    await nodes.standby.administer('select pg_promote()');
    await nodes.standby.administer(`update profiles set phone = '0'`);
    const { replica } = reads();
    expect(await findStale(servers, cast, 20)).toEqual([]);
    expect(reads().replica).toBe(replica);
  });
});
