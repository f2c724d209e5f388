import { sql } from 'kysely';
import { hashToken, newToken } from '../../../platform/core/token.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { RowOf } from '../../../platform/database/columns.ts';

/** Hours that a registration waits for its address to be proved. */
const HOURS = 24;

const registration = columnsOf('auth.registration', 'email', 'first_name', 'last_name', 'password_hash');
export type Registration = RowOf<typeof registration>;
/** `by_this_browser`: the form was filled in by the browser that opens the link. */
const waitingRegistration = { ...registration, by_this_browser: boolean };
export type WaitingRegistration = RowOf<typeof waitingRegistration>;

/** Keeps a form. @returns the token of its link, where one is to be mailed */
export async function insertRegistration(
  db: SystemDb,
  form: Registration & { browser: string; has_link: boolean },
): Promise<string> {
  const token = newToken();
  await sql`
    insert into auth.registration (email, first_name, last_name, password_hash, browser_hash, token_hash, expires_at)
    values (${form.email}, ${form.first_name}, ${form.last_name}, ${form.password_hash}, ${hashToken(form.browser)},
      ${form.has_link ? hashToken(token) : null}, now() + make_interval(hours => ${HOURS}))`.execute(db);
  return token;
}

/** What waits behind the token of a link, without using it. */
export async function findRegistration(
  db: SystemDb,
  token: string,
  browser: string | null,
): Promise<WaitingRegistration | null> {
  const { rows } = await rowsOf(waitingRegistration)`
    select email, first_name, last_name, password_hash,
      coalesce(browser_hash = ${browser === null ? null : hashToken(browser)}::bytea, false) as by_this_browser
    from auth.registration where token_hash = ${hashToken(token)} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** Uses a link up, and every other of its address; false where another was faster, or the link is over. */
export async function claimRegistration(db: SystemDb, token: string, email: string): Promise<boolean> {
  const { rows } = await rowsOf({ is_claimed: boolean })`
    delete from auth.registration where email = ${email}
    returning token_hash = ${hashToken(token)} and expires_at > now() as is_claimed`.execute(db);
  return rows.some((row) => row.is_claimed);
}

/**
 * Makes another link for the form that waits for an address: this browser's where there is one, else the newest. The
 * links that are out already stay good. null where nothing waits.
 */
export async function repeatRegistration(
  db: SystemDb,
  email: string,
  browser: string | null,
): Promise<string | null> {
  const token = newToken();
  const { rows } = await sql`
    insert into auth.registration (email, first_name, last_name, password_hash, browser_hash, token_hash, expires_at)
    select email, first_name, last_name, password_hash, browser_hash, ${hashToken(token)},
      now() + make_interval(hours => ${HOURS})
    from auth.registration where email = ${email} and token_hash is not null and expires_at > now()
    order by browser_hash = ${browser === null ? null : hashToken(browser)}::bytea desc nulls last, created_at desc
    limit 1
    returning id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** Whether this browser has registered the address within the last day, and it was not proved since. */
export async function hasRegistered(db: SystemDb, email: string, browser: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth.registration
    where email = ${email} and browser_hash = ${hashToken(browser)} and expires_at > now() limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
