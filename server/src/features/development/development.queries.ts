import { sql } from 'kysely';
import type { Role } from '@atalaya/contract/roles';
import { fullName } from '../../platform/core/actor.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { holdsOnlyDemo, markAsDemo } from '../../platform/database/installation.queries.ts';
import { notNull, nullable } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import type { DemoOrganization, DemoPerson } from './demo-companies.ts';

export type DemoAccount = {
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  /** The organization, by its slug; null: none. */
  organization: string | null;
};

/** Only one process seeds at a time. */
export async function lockSeeding(db: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.demo'))`.execute(db);
}

/** Takes an empty database for the demo; says whether it is the demo's. A database of other people is left alone. */
export async function claimForDemo(db: SystemDb): Promise<boolean> {
  if (!(await holdsOnlyDemo(db))) return false;
  await markAsDemo(db);
  return true;
}

export async function isWithoutPeople(db: SystemDb): Promise<boolean> {
  const { rows } = await sql`select 1 from profiles limit 1`.execute(db);
  return rows.length === 0;
}

/** Adds the organizations whose slug is free. */
export async function insertOrganizations(db: SystemDb, organizations: DemoOrganization[]): Promise<void> {
  await sql`
    insert into organizations
      (name, slug, domain, plan_type, subscription_status, max_users, country, created_at, updated_at)
    select name, slug, domain, plan_type, subscription_status, max_users, country, created_at, created_at
    from jsonb_to_recordset(${JSON.stringify(organizations)}::jsonb) as o(name text, slug text, domain text,
      plan_type text, subscription_status text, max_users integer, country text, created_at timestamptz)
    on conflict (slug) do nothing`.execute(db);
}

/** Adds people; those who have signed in once have an account, without a password. */
export async function insertPeople(db: SystemDb, people: DemoPerson[]): Promise<void> {
  const rows = JSON.stringify(people);
  await sql`
    insert into auth."user" ("name", "firstName", "lastName", "email", "emailVerified")
    select full_name(first_name, last_name), first_name, last_name, email, true
    from jsonb_to_recordset(${rows}::jsonb) as p(first_name text, last_name text, email text, last_login_at text)
    where last_login_at is not null
    on conflict do nothing`.execute(db);
  await sql`
    insert into profiles (user_id, organization_id, first_name, last_name, email, phone, job_title, role, is_active,
      last_login_at, created_at, updated_at)
    select u.id, o.id, p.first_name, p.last_name, p.email, p.phone, p.job_title, p.role, p.is_active, p.last_login_at,
      p.created_at, p.created_at
    from jsonb_to_recordset(${rows}::jsonb) as p(first_name text, last_name text, email text, phone text,
      job_title text, role text, is_active boolean, organization text, last_login_at timestamptz, created_at timestamptz)
    join organizations o on o.slug = p.organization
    left join auth."user" u on u.email = p.email
    order by p.created_at
    on conflict (email) do nothing`.execute(db);
}

/** Which of these addresses have no account yet. */
export async function missingAccounts(db: SystemDb, emails: string[]): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('profiles', 'email'))`
    select wanted.email from unnest(${emails}::text[]) as wanted(email)
    left join profiles p on p.email = wanted.email and p.user_id is not null
    where p.id is null`.execute(db);
  return rows.map((row) => row.email);
}

const foundAccount = {
  ...columnsOf('profiles', 'id', 'first_name', 'last_name', 'email', 'role'),
  user_id: notNull(ROWS.profiles.user_id),
  /** The name of their organization; null: none. */
  organization: nullable(ROWS.organizations.name),
};
type FoundAccount = RowOf<typeof foundAccount>;

/** Those of these addresses that have an account and may sign in. */
export async function findDemoAccounts(db: SystemDb, emails: readonly string[]): Promise<FoundAccount[]> {
  const { rows } = await rowsOf(foundAccount)`
    select p.id, p.user_id, p.first_name, p.last_name, p.email, p.role, o.name as organization
    from profiles p left join organizations o on o.id = p.organization_id
    where p.email = any(${emails}::text[]) and p.user_id is not null and p.is_active and p.deleted_at is null`.execute(
    db,
  );
  return rows;
}

/** An account that signs in with a password, and its person; the person stays as they are where they exist. */
export async function insertAccount(
  db: SystemDb,
  account: DemoAccount,
  password_hash: string,
): Promise<void> {
  await sql`
    with account as (
      insert into auth."user" ("name", "firstName", "lastName", "email", "emailVerified")
      values (${fullName(account)}, ${account.first_name}, ${account.last_name},
        ${account.email}, true)
      on conflict ("email") do update set "emailVerified" = true
      returning "id"
    ), credential as (
      insert into auth."account" ("accountId", "providerId", "userId", "password")
      select "id"::text, 'credential', "id", ${password_hash} from account
      on conflict ("providerId", "accountId") do nothing
    )
    insert into profiles (user_id, organization_id, first_name, last_name, email, role, created_at)
    select account."id", (select o.id from organizations o where o.slug = ${account.organization}),
      ${account.first_name}, ${account.last_name}, ${account.email}, ${account.role}, now() - interval '364 days'
    from account
    on conflict (email) do update set user_id = excluded.user_id`.execute(db);
}
