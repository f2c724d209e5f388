import { sql } from 'kysely';
import type { SystemDb } from '../database/doors.ts';

/** People of one organization, numbered from `from`: each has an account, one in ten is signed in somewhere. */
export async function insertCrowd(
  db: SystemDb,
  organization_id: string,
  from: number,
  count: number,
): Promise<void> {
  await sql`
    with accounts as (
      insert into auth."user" ("name", "firstName", "lastName", "email", "emailVerified")
      select 'Persona ' || n, 'Persona', 'Multitud ' || n, 'multitud' || n || '@example.test', true
      from generate_series(${from}::int, ${from + count - 1}::int) n
      returning "id", "firstName", "lastName", "email"),
    sessions as (
      insert into auth."session" ("userId", "token", "expiresAt", "createdAt", "updatedAt")
      select "id", "id"::text, now() + interval '1 day', now(), now() from accounts
      where "lastName" like '%0')
    insert into profiles (user_id, organization_id, first_name, last_name, email, role)
    select "id", ${organization_id}, "firstName", "lastName", "email", 'user' from accounts`.execute(db);
}

/** Open tickets of one organization, each of a person of its crowd. */
export async function insertCrowdOfTickets(
  db: SystemDb,
  organization_id: string,
  from: number,
  count: number,
): Promise<void> {
  await sql`
    insert into tickets (organization_id, title, description, created_by, created_by_name)
    select ${organization_id}, 'Pregunta ' || substring(p.email from '[0-9]+'), repeat('No va. ', 40), p.id,
      full_name(p.first_name, p.last_name)
    from profiles p where p.email in (
      select 'multitud' || n || '@example.test' from generate_series(${from}::int, ${from + count - 1}::int) n)`.execute(
    db,
  );
}
