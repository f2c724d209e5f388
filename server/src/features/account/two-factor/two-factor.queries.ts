import { sql } from 'kysely';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { boolean, instant, nullable, number } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** Minutes in which a new app must be confirmed by its first code. */
const CONFIRM_MINUTES = 15;

const factors = {
  app_since: nullable(instant),
  passkeys: number,
  recovery_codes_left: number,
};
export type Factors = RowOf<typeof factors>;

export async function findFactors(db: SystemDb, user_id: string): Promise<Factors> {
  const { rows } = await rowsOf(factors)`
    select (select confirmed_at from auth.two_factor where user_id = ${user_id}) as app_since,
      (select count(*)::int from auth.passkey where user_id = ${user_id}) as passkeys,
      (select count(*)::int from auth.recovery_code where user_id = ${user_id}) as recovery_codes_left`.execute(
    db,
  );
  return rows[0] ?? { app_since: null, passkeys: 0, recovery_codes_left: 0 };
}

/** Locks an account, so that of two changes of its factors one comes after the other. */
export async function lockAccount(db: SystemDb, user_id: string): Promise<void> {
  await sql`select 1 from auth."user" where "id" = ${user_id} for no key update`.execute(db);
}

/** A new app that waits for its first code, instead of one that still does; false where one is on. */
export async function startApp(db: SystemDb, user_id: string, secret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into auth.two_factor as f (user_id, secret) values (${user_id}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = null, created_at = now()
      where f.confirmed_at is null
    returning user_id`.execute(db);
  return rows.length === 1;
}

/** `at`: the present by the clock of the database, which the codes are checked against. */
const sealedSecret = {
  ...columnsOf('auth.two_factor', 'secret'),
  at: instant,
};
export type SealedSecret = RowOf<typeof sealedSecret>;

/** The sealed secret of an app: of the one that is on, or of the one that waits for its first code. */
export async function findSecret(
  db: SystemDb,
  user_id: string,
  which: 'on' | 'waiting',
): Promise<SealedSecret | null> {
  const { rows } = await rowsOf(sealedSecret)`
    select secret, clock_timestamp() as at from auth.two_factor
    where user_id = ${user_id} and case when ${which === 'on'} then confirmed_at is not null
      else confirmed_at is null and created_at > now() - make_interval(mins => ${CONFIRM_MINUTES}) end`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Turns an app on with the step of its first code; false where it is on already. */
export async function confirmApp(db: SystemDb, user_id: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update auth.two_factor set confirmed_at = now(), last_step = ${step}
    where user_id = ${user_id} and confirmed_at is null returning user_id`.execute(db);
  return rows.length === 1;
}

/** Uses up the code of a time step, and of all before it; false where it was used. Of many at once one gets it. */
export async function spendStep(db: SystemDb, user_id: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update auth.two_factor set last_step = ${step}
    where user_id = ${user_id} and confirmed_at is not null and last_step < ${step} returning user_id`.execute(
    db,
  );
  return rows.length === 1;
}

export async function deleteApp(db: SystemDb, user_id: string): Promise<void> {
  await sql`delete from auth.two_factor where user_id = ${user_id}`.execute(db);
}

/** Takes every factor of an account away; false where it has none. What stood beside them goes by a trigger. */
export async function deleteFactors(db: Db, user_id: string): Promise<boolean> {
  const apps = await rowsOf({ confirmed: boolean })`
    delete from auth.two_factor where user_id = ${user_id}
    returning confirmed_at is not null as confirmed`.execute(db);
  const passkeys = await sql`delete from auth.passkey where user_id = ${user_id} returning user_id`.execute(
    db,
  );
  return apps.rows.some(({ confirmed }) => confirmed) || passkeys.rows.length > 0;
}

/** New recovery codes instead of those that are left. */
export async function replaceRecoveryCodes(db: SystemDb, user_id: string, hashes: Buffer[]): Promise<void> {
  await sql`delete from auth.recovery_code where user_id = ${user_id}`.execute(db);
  await sql`
    insert into auth.recovery_code (user_id, code_hash)
    select ${user_id}::uuid, hash from unnest(${hashes}::bytea[]) as hash`.execute(db);
}

/** Uses a recovery code up; false where it is none, or was used. */
export async function spendRecoveryCode(db: SystemDb, user_id: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from auth.recovery_code where user_id = ${user_id} and code_hash = ${hash}
    returning user_id`.execute(db);
  return rows.length === 1;
}
