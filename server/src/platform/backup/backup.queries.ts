import type pg from 'pg';

/** A table whose rows are kept, and those of its columns that are stored rather than computed. */
export type KeptTable = { name: string; columns: string[] };
export type Sequence = { name: string; value: string; is_called: boolean };

/** What every server makes for itself, or writes about its own running. */
const LEFT_OUT = [
  'schema_migrations',
  'schema_sql',
  'jobs.version',
  'jobs.queue_stats',
  'jobs.warning',
  'jobs.bam',
];

export async function listKeptTables(client: pg.ClientBase): Promise<KeptTable[]> {
  const { rows } = await client.query<KeptTable>(
    `select c.oid::regclass::text as name,
       array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname in ('public', 'auth', 'mail', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
       and c.oid::regclass::text <> all ($1)
     group by c.oid order by 1`,
    [LEFT_OUT],
  );
  return rows;
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${name}`,
    );
    sequences.push({ name, value: values[0]?.value ?? '1', is_called: values[0]?.is_called ?? false });
  }
  return sequences;
}

export async function setSequence(
  client: pg.ClientBase,
  { name, value, is_called }: Sequence,
): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, is_called]);
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

/** Whether the database is still unused: it has no table of ours. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select to_regclass('public.schema_migrations') is null as empty`,
  );
  return rows[0]?.empty ?? false;
}

/** Begins a transaction that sees one moment, and shows every row. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
}

export const copyOut = ({ name, columns }: KeptTable) =>
  `copy (select ${columns.join(', ')} from ${name}) to stdout`;
export const copyIn = ({ name, columns }: KeptTable) => `copy ${name} (${columns.join(', ')}) from stdin`;

/**
 * Lets rows be written as they were: without triggers, foreign keys and row level security, and without what migrations
 * put there. An owner of the tables may do all of it, inside a transaction that ends with the returned function, which
 * checks every foreign key.
 */
export async function openForRows(client: pg.ClientBase, tables: KeptTable[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace::regnamespace::text in ('public', 'auth', 'mail', 'jobs')`,
  );
  const { rows: forced } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relforcerowsecurity`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Rows of each table, by its name. */
export async function countRows(client: pg.ClientBase, tables: KeptTable[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${name}`);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}
