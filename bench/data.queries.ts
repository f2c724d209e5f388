import pg from 'pg';

/** The super_admin that the bench signs in as, the admin of the first organization, and a user of it. */
export const ADMINISTRATOR = 'bench@example.test';
export const ADMIN = 'admin@example.test';
export const USER = 'user@example.test';
/** One of the 26 last names: 3,846 of 100,000 people have it. */
export const SEARCHED = 'Fernández';

const PEOPLE_PER_ORGANIZATION = 200;

/** Opens one connection without a limit on how long a statement takes. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Fills a migrated, empty database with so many people, and three who sign in with the password of this hash. */
export async function buildPeople(
  client: pg.ClientBase,
  people: number,
  password_hash: string,
  organizations = Math.max(5, Math.ceil(people / PEOPLE_PER_ORGANIZATION)),
): Promise<void> {
  const indexes = await dropIndexes(client, 'profiles');
  await client.query(
    `insert into organizations (name, slug, plan_type, subscription_status, max_users, created_at)
     select 'Organización ' || n, 'organizacion-' || n, 'enterprise', 'active', -1, now() - n * interval '1 hour'
     from generate_series(1, $1::int) n`,
    [organizations],
  );
  await client.query(
    `with numbered as (select id, row_number() over (order by id) - 1 as nth from organizations)
     insert into profiles
       (organization_id, first_name, last_name, email, role, is_active, last_login_at, created_at)
     select o.id,
       (array['Lucía', 'Hugo', 'Martina', 'Mateo', 'Sofía', 'Martín', 'Julia', 'Leo', 'Paula', 'Daniel',
         'Valeria', 'Iván', 'Carmen', 'Manuel', 'Elena', 'Pablo', 'Inés', 'Adrián', 'Nuria'])[1 + n % 19],
       (array['García', 'Rodríguez', 'González', 'Fernández', 'López', 'Martínez', 'Sánchez', 'Pérez', 'Gómez',
         'Martín', 'Jiménez', 'Ruiz', 'Hernández', 'Díaz', 'Moreno', 'Muñoz', 'Álvarez', 'Romero', 'Alonso',
         'Gutiérrez', 'Navarro', 'Torres', 'Domínguez', 'Vázquez', 'Ramos', 'Gil'])[1 + n % 26],
       'persona.' || n || '@organizacion.test', case when n % 40 = 0 then 'admin' else 'user' end, n % 10 <> 0,
       case when n % 5 <> 0 then now() - (n % 50000) * interval '1 minute' end, now() - n * interval '20 seconds'
     from generate_series(1, $1::int) n
     join numbered o on o.nth = n % (select count(*) from organizations)`,
    [people],
  );
  for (const definition of indexes) await client.query(definition);
  for (const [email, role] of [
    [ADMINISTRATOR, 'super_admin'],
    [ADMIN, 'admin'],
    [USER, 'user'],
  ] as const)
    await client.query(
      `with account as (
         insert into auth."user" ("name", "firstName", "lastName", "email", "emailVerified")
         values ('Bench', 'Bench', 'Mark', $1, true) returning "id"
       ), credential as (
         insert into auth."account" ("accountId", "providerId", "userId", "password")
         select "id"::text, 'credential', "id", $2 from account
       )
       insert into profiles (user_id, first_name, last_name, email, role, organization_id)
       select "id", 'Bench', 'Mark', $1, $3,
         case when $3 <> 'super_admin' then (select id from organizations order by id limit 1) end from account`,
      [email, password_hash, role],
    );
  await client.query('vacuum analyze');
}

/** Indexes are built faster after the rows than with them; returns how to build them. */
export async function dropIndexes(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** The same people as one plain table, for a peer that knows nothing of our schema. */
export async function copyPeople(from: pg.Client, to: pg.Client, indexed: boolean): Promise<void> {
  await to.query(`create table people (id uuid primary key, first_name text, last_name text, email text,
    role text, is_active boolean, last_login_at timestamptz, created_at timestamptz, version integer)`);
  const { rows } = await from.query<{ rows: string }>(
    `select jsonb_agg(to_jsonb(p)) as rows from (select id, first_name, last_name, email, role, is_active,
       last_login_at, created_at, version from profiles) p`,
  );
  await to.query('insert into people select * from jsonb_populate_recordset(null::people, $1::jsonb)', [
    JSON.stringify(rows[0]?.rows),
  ]);
  if (indexed) {
    await to.query('create extension if not exists pg_trgm');
    await to.query('create index on people (created_at desc, id desc)');
    for (const column of ['first_name', 'last_name', 'email'])
      await to.query(`create index on people using gin (lower(${column}) gin_trgm_ops)`);
  }
  await to.query('vacuum analyze people');
}

/** People whom updates may be tried on. */
export async function somePeople(
  client: pg.Client,
  count: number,
): Promise<{ id: string; version: number }[]> {
  const { rows } = await client.query<{ id: string; version: number }>(
    `select id, version from profiles where role = 'user' order by email limit $1`,
    [count],
  );
  return rows;
}

/** Tells of all people of the organization of a connection as its provider would have, one by one. */
export async function tellOfAll(client: pg.ClientBase, connection_id: string): Promise<void> {
  await client.query(
    `insert into scim_users (connection_id, organization_id, profile_id, user_name, external_id, resource)
     select c.id, p.organization_id, p.id, p.email, p.id, jsonb_build_object(
       'schemas', array['urn:ietf:params:scim:schemas:core:2.0:User'],
       'name', jsonb_build_object('givenName', p.first_name, 'familyName', p.last_name),
       'emails', jsonb_build_array(jsonb_build_object('type', 'work', 'primary', true, 'value', p.email)))
     from identity_connections c join profiles p on p.organization_id = c.organization_id
     where c.id = $1 order by p.id`,
    [connection_id],
  );
  await client.query('vacuum analyze scim_users');
}

/** Switches a connection on as after a test, and has its organization own a domain. */
export async function letIn(client: pg.ClientBase, connection_id: string, domain: string): Promise<void> {
  await client.query(
    `insert into organization_domains (organization_id, domain, token, proven_at)
     select organization_id, $2, 'a token of the bench, proven', now() from identity_connections where id = $1
     on conflict do nothing`,
    [connection_id, domain],
  );
  await client.query(
    'update connection_sign_on set tested_at = now(), is_on = true where connection_id = $1',
    [connection_id],
  );
}

/** Assistants, by the installation and by every organization. */
export async function letAssistantsIn(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into settings (organization_id, assistants) select id, true from organizations union all select null, true`,
  );
}
