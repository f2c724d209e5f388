import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { anInvitation, withPasskey, withTrustedBrowser } from './testing/objects.ts';
import { fill, makeColleague, openWorld } from './testing/world.ts';
import type { Side, World } from './testing/world.ts';

/**
 * What the database lets an admin of one organization do by statements without any condition, and what of it concerns
 * the other organization: for every table of the catalogue, so that a new one is looked at too.
 */

/** Nothing of them may be read by a tenant. */
const CLOSED = [
  'auth.access_review',
  'auth.account',
  'auth.identity',
  'auth.jwks',
  'auth.mailed_link',
  'auth.passkey_challenge',
  'auth.rateLimit',
  'auth.recovery_code',
  'auth.registration',
  'auth.user',
  'auth.verification',
  'mail.queue',
  'public.assistant_calls',
  'public.assistant_clients',
  'public.assistant_grants',
  'public.assistant_tokens',
  'public.audit_heads',
  'public.audit_seals',
  'public.bank_entries',
  'public.bank_statements',
  'public.debit_runs',
  'public.declarations',
  'public.installation',
  'public.invoice_series',
  'public.known_devices',
  'public.plan_moves',
  'public.profile_totals',
  'public.rate_limits',
  'public.saml_answers',
  'public.schema_migrations',
  'public.schema_sql',
  'public.sepa_creditor',
  'public.session_ways',
  'public.signing_keys',
  'public.sso_sessions',
  'public.ticket_canned_replies',
  'public.verifactu_certificate',
  'public.verifactu_issuer',
  'public.verifactu_sending',
  'public.webhook_cursors',
];
/** Of the queue of jobs: no role of the doors reaches its schema. */
const JOBS = /^jobs\./;
/** Everybody reads them, and no tenant changes them: the catalogue of plans is one for all. */
const SHARED = ['public.plan_versions', 'public.plans'];

type Table = {
  name: string;
  quoted: string;
  columns: string[];
  /** The columns that a tenant may read, insert and update, and whether it may delete. */
  readable: string[];
  insertable: string[];
  updatable: string[];
  deletable: boolean;
  owner: string | null;
};

let world: World;
let north: Side;
let south: Side;
let client: pg.Client;
let tables: Table[];
let views: Table[];
/** Invitations whose mails wait, by their organizations. */
const waiting: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  ({ north, south } = world);
  for (const side of [north, south]) {
    await fill(side);
    // An invitation whose mail waits for the budget of mails to strangers.
    waiting[side.organization.id] = (await anInvitation(side)).params.id;
    await world.query(
      `insert into mail.queue (id, lane, organization_id, recipient, composer, about, held_until)
       values (gen_random_uuid(), 'bulk', $1, 'ana@example.test', 'invitation', $2, now() + interval '1 hour')`,
      [side.organization.id, waiting[side.organization.id]],
    );
    await world.query('insert into import_disclosures (organization_id, told) values ($1, 1)', [
      side.organization.id,
    ]);
    // With an app as well; and with a sign-in that waits for the second step.
    await withTrustedBrowser(side);
    await withPasskey(side);
    const { id } = await makeColleague(side, {});
    await world.done('sendUserReset', { params: { id } }, side.admin);
  }
  client = new pg.Client({ connectionString: asSuperuser(world.server.database.url) });
  await client.connect();
  tables = await readCatalogue(['r', 'p', 'm', 'f']);
  views = await readCatalogue(['v']);
});
afterAll(async () => {
  await client?.end();
  await world?.close();
});

/** The superuser of the run's server, in the database of the test. */
function asSuperuser(url: string): string {
  return inject('adminUrl').replace(/[^/]+$/, url.slice(url.lastIndexOf('/') + 1));
}

/** `kinds`: of relations, as pg_class has them. */
async function readCatalogue(kinds: string[]): Promise<Table[]> {
  const may = (privilege: string) => `array(select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attidentity <> 'a' and has_schema_privilege('atalaya_tenant', n.oid, 'usage')
      and has_column_privilege('atalaya_tenant', c.oid, a.attnum, '${privilege}') order by a.attnum)`;
  const { rows } = await client.query<Omit<Table, 'owner'>>(
    `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted,
       ${may('select')} as readable, ${may('insert')} as insertable, ${may('update')} as updatable,
       has_table_privilege('atalaya_tenant', c.oid, 'delete') as deletable,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = any($1) and not c.relispartition
       and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    [kinds],
  );
  return rows.map((table) => ({ ...table, owner: ownerOf(table) }));
}

/** Columns that name a person, and what of a profile they hold. */
const PERSON_COLUMNS = { profile_id: 'id', user_id: 'user_id', userId: 'user_id' };

/** Which rows belong to the organization $1; null: the table knows none. */
function ownerOf({ name, columns }: Pick<Table, 'name' | 'columns'>): string | null {
  if (name === 'public.organizations') return 'id = $1';
  if (columns.includes('organization_id')) return 'organization_id = $1';
  if (columns.includes('api_key_id'))
    return `api_key_id in (select k.id from public.api_keys k join public.profiles p on p.id = k.profile_id
      where p.organization_id = $1)`;
  const by = Object.entries(PERSON_COLUMNS).filter(([column]) => columns.includes(column));
  if (by.length === 0) return null;
  return by
    .map(([column, id]) => `"${column}" in (select ${id} from public.profiles where organization_id = $1)`)
    .join(' or ');
}

/** Where the rows of an organization are; a row that is written anew is at another place. */
async function placesOf({ quoted, owner }: Table, { organization }: Side): Promise<string[]> {
  const text = `select ctid::text as place from ${quoted} where ${owner} order by 1`;
  const { rows } = await client.query<{ place: string }>(text, [organization.id]);
  return rows.map(({ place }) => place);
}

type Run = <R extends object>(text: string, values?: unknown[]) => Promise<pg.QueryResult<R>>;

/**
 * Runs a statement as an admin of north would, in a transaction that leaves nothing. Triggers and foreign keys do
 * not run: what is refused is refused by grants and policies alone.
 */
async function asTenant<T>(fn: (run: Run) => Promise<T>): Promise<T> {
  await client.query(`begin; set local session_replication_role = replica`);
  try {
    return await fn(async <R extends object>(text: string, values: unknown[] = []) => {
      await client.query(
        `select set_config('role', 'atalaya_tenant', true), set_config('app.organization_id', $1, true),
           set_config('app.profile_id', $2, true)`,
        [north.organization.id, north.admin.id],
      );
      const result = await client.query<R>(text, values);
      await client.query('set local role none');
      return result;
    });
  } finally {
    await client.query('rollback');
  }
}

const list = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');
const names = (some: Table[]) => some.map(({ name }) => name);
/** The tables of which a tenant reads rows of organizations. */
const owned = () => tables.filter(({ readable, owner }) => readable.length > 0 && owner !== null);
type Shown = { row: string };
/** The rows of a table as texts, of the columns that a tenant may read. */
const rowsOf = ({ quoted, readable }: Table) =>
  `select to_jsonb(r)::text as row from (select ${list(readable)} from ${quoted} `;

// T6
test('every table is closed to tenants, one for all, or holds rows of both organizations', async () => {
  const open = tables.filter(({ readable }) => readable.length > 0);
  expect(names(tables.filter((table) => !open.includes(table) && !JOBS.test(table.name)))).toEqual(CLOSED);
  expect(names(open.filter((table) => !owned().includes(table)))).toEqual(SHARED);
  const empty: string[] = [];
  for (const table of owned())
    for (const side of [north, south])
      if ((await placesOf(table, side)).length === 0) empty.push(`${table.name} of ${side.canary}`);
  expect(empty).toEqual([]);
});

/** What became of a statement of a tenant, for each table. */
type Outcome = 'refused by grants' | 'refused by policies' | 'nothing' | 'own rows' | 'foreign rows';

async function outcomesOf(
  some: Table[],
  tried: (table: Table) => Promise<Outcome>,
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const table of some)
    outcomes[table.name] = await tried(table).catch((error: Error) => {
      if (error.message.includes('permission denied')) return 'refused by grants';
      if (error.message.includes('row-level security')) return 'refused by policies';
      throw new Error(`${table.name}: ${error.message}`, { cause: error });
    });
  return outcomes;
}
const expected = (some: Table[], of: (table: Table) => Outcome) =>
  Object.fromEntries(some.map((table) => [table.name, of(table)]));

// T6
test('a select without a condition gives rows of one’s own organization alone', async () => {
  const some = tables.filter(({ name }) => !SHARED.includes(name));
  const outcomes = await outcomesOf(some, async (table) => {
    if (table.readable.length === 0) await asTenant((run) => run(`select 1 from ${table.quoted}`));
    const seen = await asTenant((run) => run<Shown>(`${rowsOf(table)}) r`));
    const own = await client.query<Shown>(`${rowsOf(table)} where ${table.owner}) r`, [
      north.organization.id,
    ]);
    const ours = new Set(own.rows.map(({ row }) => row));
    if (seen.rows.some(({ row }) => !ours.has(row))) return 'foreign rows';
    return seen.rows.length > 0 ? 'own rows' : 'nothing';
  });
  expect(outcomes).toEqual(
    expected(some, ({ readable }) => (readable.length > 0 ? 'own rows' : 'refused by grants')),
  );
});

// T6, T7
test('a view asks by the rights of who reads it, and gives and changes rows of one’s own organization alone', async () => {
  const read = views.filter(({ readable }) => readable.length > 0);
  expect(names(read)).toEqual([
    'public.audit_entries',
    'public.open_invitations',
    'public.organization_seats',
  ]);
  for (const { name, quoted, owner, insertable, updatable, deletable } of read) {
    const { rows: asking } = await client.query(
      `select 1 from pg_class where oid = $1::regclass and 'security_invoker=true' = any(reloptions)`,
      [quoted],
    );
    // Which rows are whose is asked as the tenant too: what a view tells depends on who reads it.
    const count = `select count(*) filter (where ${owner}) as own,
      count(*) filter (where (${owner}) is not true) as others from ${quoted}`;
    const counted = await asTenant((run) =>
      run<{ own: string; others: string }>(count, [north.organization.id]),
    );
    const own = Number(counted.rows[0]?.own);
    expect({ name, asking, own, others: counted.rows[0]?.others, insertable, deletable }).toEqual({
      name,
      asking: [{ '?column?': 1 }],
      own: expect.toSatisfy((rows: number) => rows > 0),
      others: '0',
      insertable: [],
      deletable: false,
    });
    const [column] = updatable;
    if (column === undefined) continue;
    const set = `update ${quoted} set ${list([column])} = ${list([column])}`;
    expect((await asTenant((run) => run(set))).rowCount).toBe(own);
  }
});

/** Whose rows a statement without a condition has written or taken away. */
async function changedBy(table: Table, statement: string): Promise<Outcome> {
  if (table.owner === null) {
    await asTenant((run) => run(statement));
    return 'foreign rows';
  }
  const before = await placesOf(table, south);
  return asTenant(async (run) => {
    const { rowCount } = await run(statement);
    if ((await placesOf(table, south)).join() !== before.join()) return 'foreign rows';
    return rowCount ? 'own rows' : 'nothing';
  });
}

// T6
test('an update without a condition changes rows of one’s own organization alone', async () => {
  const outcomes = await outcomesOf(tables, (table) => {
    const column = list([table.updatable[0] ?? table.columns[0] ?? '']);
    return changedBy(table, `update ${table.quoted} set ${column} = ${column}`);
  });
  expect(outcomes).toEqual(
    expected(tables, ({ updatable }) => (updatable.length > 0 ? 'own rows' : 'refused by grants')),
  );
});

// T6
test('a delete without a condition takes rows of one’s own organization alone', async () => {
  const outcomes = await outcomesOf(tables, (table) => changedBy(table, `delete from ${table.quoted}`));
  expect(outcomes).toEqual(
    expected(tables, ({ deletable }) => (deletable ? 'own rows' : 'refused by grants')),
  );
});

// T7
test('no row can be inserted into another organization', async () => {
  const outcomes = await outcomesOf(tables, async (table) => {
    if (table.insertable.length === 0)
      await asTenant((run) => run(`insert into ${table.quoted} default values`));
    const { rows } = await client.query(
      `select to_jsonb(t) as row from ${table.quoted} t where ${table.owner} limit 1`,
      [south.organization.id],
    );
    const columns = list(table.insertable);
    const insert = `insert into ${table.quoted} (${columns})
      select ${columns} from jsonb_populate_record(null::${table.quoted}, $1)`;
    await asTenant((run) => run(insert, [rows[0]?.row]));
    return rows.length > 0 ? 'foreign rows' : 'nothing';
  });
  expect(outcomes).toEqual(
    expected(tables, ({ insertable }) =>
      insertable.length > 0 ? 'refused by policies' : 'refused by grants',
    ),
  );
});

/** The column that says whose a row is, and what it would be in south. */
function owningColumn({ name, columns }: Table): { column: string; value: string } {
  const { organization, user } = south;
  if (name === 'public.organizations') return { column: 'id', value: organization.id };
  const owners: Record<string, string | null> = {
    organization_id: organization.id,
    profile_id: user.id,
    user_id: user.user_id,
    userId: user.user_id,
    api_key_id: user.id,
  };
  const column = Object.keys(owners).find((owner) => columns.includes(owner)) ?? '';
  return { column, value: owners[column] ?? '' };
}

// T7
test('no row can be moved into another organization, or to one of its people', async () => {
  const outcomes = await outcomesOf(owned(), async (table) => {
    const { column, value } = owningColumn(table);
    const { rowCount } = await asTenant((run) =>
      run(`update ${table.quoted} set ${list([column])} = $1`, [value]),
    );
    return rowCount ? 'foreign rows' : 'nothing';
  });
  expect(outcomes).toEqual(
    expected(owned(), (table) =>
      table.updatable.includes(owningColumn(table).column) ? 'refused by policies' : 'refused by grants',
    ),
  );
});

/** What a function of each name answers for an organization: of north's own something, of the other's nothing. */
const ASKED: Record<string, (side: Side) => { text: string; values: unknown[] }> = {
  'break_glass_of(uuid)': ({ organization }) => ({
    text: 'select 1 from break_glass_of($1)',
    values: [organization.id],
  }),
  'held_by(uuid[])': ({ admin }) => ({
    text: 'select 1 from held_by(array[$1::uuid])',
    values: [admin.id],
  }),
  'is_proven_address(uuid,text)': ({ organization, admin }) => ({
    text: 'select 1 where is_proven_address($1, $2)',
    values: [organization.id, admin.email],
  }),
  'is_proven_person(uuid)': ({ admin }) => ({
    text: 'select 1 where is_proven_person($1)',
    values: [admin.id],
  }),
  'mail_waits(text,uuid)': ({ organization }) => ({
    text: `select 1 where mail_waits('invitation', $1)`,
    values: [waiting[organization.id]],
  }),
  'search_invoices(text[],text[],text,integer)': ({ canary }) => ({
    text: `select 1 from search_invoices($1, '{}', null, 100)`,
    values: [[`%${canary}%`]],
  }),
  'search_people(text[],text[],integer)': ({ canary }) => ({
    text: `select 1 from search_people($1, '{}', 100)`,
    values: [[`%${canary}%`]],
  }),
  'search_people(text[],text[],text,integer)': ({ canary }) => ({
    text: `select 1 from search_people($1, '{}', null, 100)`,
    values: [[`%${canary}%`]],
  }),
  'search_ticket_texts(text,integer)': ({ canary }) => ({
    text: `select 1 from search_ticket_texts($1, 100)`,
    values: [`%${canary}%`],
  }),
  'unadmitted_sessions(uuid,uuid[])': ({ organization }) => ({
    text: 'select 1 from unadmitted_sessions($1, null)',
    values: [organization.id],
  }),
  'stored_bytes(uuid)': ({ organization }) => ({
    text: 'select 1 from stored_bytes($1) where ticket_files > 0 and imports > 0',
    values: [organization.id],
  }),
  'search_tickets(text[],text[],text,integer)': ({ canary }) => ({
    text: `select 1 from search_tickets($1, '{}', null, 100)`,
    values: [[`%${canary}%`]],
  }),
};

/** They tell of people of the system alone: of one of an organization the same as of one who was never there. */
const OF_THE_SYSTEM: Record<string, (person: string) => { text: string; values: unknown[] }> = {
  'is_of_the_system(uuid,text)': (person) => ({
    text: `select is_of_the_system($1, 'admin') as told`,
    values: [person],
  }),
  'name_of_super_admin(uuid)': (person) => ({
    text: 'select name_of_super_admin($1) as told',
    values: [person],
  }),
};

/** They take nothing that names an organization: what they give is everybody's. */
const GIVEN = ['own_seals()', 'support_people()', 'system_settings()'];
/** They write, each by a test of its own below. */
const WRITING = [
  'end_held(uuid[])',
  'end_transfers_of(uuid[])',
  'end_unadmitted_sessions(uuid,uuid[])',
  'queue_mails(jsonb,double precision)',
  'send_job(text,jsonb,jsonb)',
  'send_notifications(text,uuid[],uuid,text,uuid,jsonb,boolean,boolean,text)',
  'send_own_notifications(text,jsonb,uuid,text,boolean,boolean,text)',
];

// T6
test('no function above the policies answers for another organization', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.prosecdef and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('atalaya_tenant', p.oid, 'execute') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    [...Object.keys(ASKED), ...Object.keys(OF_THE_SYSTEM), ...GIVEN, ...WRITING].sort(),
  );
  for (const [name, asked] of Object.entries(ASKED)) {
    const found = async (side: Side) =>
      (await asTenant((run) => run(asked(side).text, asked(side).values))).rows.length > 0;
    expect({ name, ours: await found(north), theirs: await found(south) }).toEqual({
      name,
      ours: true,
      theirs: false,
    });
  }
  for (const asked of Object.values(OF_THE_SYSTEM)) {
    const told = async (person: string) =>
      (await asTenant((run) => run(asked(person).text, asked(person).values))).rows;
    expect(await told(south.admin.id)).toEqual(await told(randomUUID()));
  }
  for (const name of GIVEN) {
    const given = await asTenant((run) => run(`select * from ${name}`));
    expect(JSON.stringify(given.rows)).not.toMatch(new RegExp(`${north.canary}|${south.canary}`));
  }
});

// T6, T7
test('no mail is queued for another organization, and none of its waiting mails is replaced', async () => {
  const queue = (side: Side, about: string | undefined) =>
    asTenant(async (run) => {
      const mail = {
        id: randomUUID(),
        lane: 'bulk',
        organization_id: side.organization.id,
        recipient: 'otra@example.test',
      };
      await run('select queue_mails($1, 0)', [JSON.stringify([{ ...mail, composer: 'invitation', about }])]);
      const { rows } = await client.query(
        `select 1 from mail.queue where about = $1 and recipient = 'otra@example.test'`,
        [about],
      );
      return rows.length;
    });
  expect(await queue(north, waiting[north.organization.id])).toBe(1);
  expect(await queue(north, waiting[south.organization.id])).toBe(0);
  await expect(queue(south, north.user.id)).rejects.toThrow('another organization');
});

// T6, T7
test.each(['the same', 'their own'])(
  'nothing is told to people of another organization: %s',
  async (what) => {
    const tellOwn = (side: Side, person: string) =>
      asTenant((run) =>
        run(`select * from send_own_notifications('ticket.opened', $1, $2, 'ticket', true, true, 'es')`, [
          JSON.stringify([{ person, object_id: side.organization.id, params: {} }]),
          side.organization.id,
        ]),
      );
    const tellSame = (side: Side, person: string) =>
      asTenant((run) =>
        run(
          `select * from send_notifications('ticket.opened', $1, $2, 'ticket', $3, '{}', true, true, 'es')`,
          [[person], side.organization.id, side.organization.id],
        ),
      );
    const tell = what === 'the same' ? tellSame : tellOwn;
    expect((await tell(north, north.user.id)).rows).toHaveLength(1);
    expect((await tell(north, south.user.id)).rows).toEqual([]);
    await expect(tell(south, south.user.id)).rejects.toThrow('another organization');
  },
);

// T6, T7, OFF5
test('an offboarding ends nothing of another organization', async () => {
  const places = async () => {
    const all: string[][] = [];
    for (const table of tables.filter(({ owner }) => owner !== null)) all.push(await placesOf(table, south));
    return all;
  };
  const before = await places();
  const ended = (name: string, side: Side) =>
    asTenant(async (run) => {
      const { rows } = await run(`select * from ${name}(array[$1::uuid])`, [side.admin.id]);
      return { ended: rows.length, isTheirsWhole: JSON.stringify(await places()) === JSON.stringify(before) };
    });
  for (const name of ['end_held', 'end_transfers_of'])
    expect(await ended(name, north)).toEqual({
      ended: expect.toSatisfy((rows: number) => rows > 0),
      isTheirsWhole: true,
    });
  expect(await ended('end_transfers_of', south)).toEqual({ ended: 0, isTheirsWhole: true });
  await expect(ended('end_held', south)).rejects.toThrow('out of reach');
});

// T6
test('a job that names something of another organization gives nothing back and changes nothing of it', async () => {
  const places = async () => {
    const all: string[][] = [];
    for (const table of owned()) all.push(await placesOf(table, south));
    return all;
  };
  const before = await places();
  await asTenant(async (run) => {
    const sent = await run(`select send_job('transfer', jsonb_build_object('id', $1::text), '{}')`, [
      south.user.id,
    ]);
    expect(sent.rows).toEqual([{ send_job: '' }]);
    expect(await places()).toEqual(before);
  });
});

// T6, T7
test('no session of another organization is ended', async () => {
  const ended = async (side: Side) =>
    (
      await asTenant((run) =>
        run('select end_unadmitted_sessions($1, null) as total', [side.organization.id]),
      )
    ).rows;
  expect(await ended(south)).toEqual([{ total: 0 }]);
  expect(await ended(north)).not.toEqual([{ total: 0 }]);
});
