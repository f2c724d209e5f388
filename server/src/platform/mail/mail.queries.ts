import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Db } from '../database/doors.ts';
import type { Rows, Tables } from '../database/row-types.ts';
import { json, nullable } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import { ROWS } from '../database/row-types.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';
import type { SealedMessage } from './sealed-message.ts';

export type Lane = Rows['mail.queue']['lane'];

/** What the queue keeps for mails that no organization causes. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** A mail to be queued: written already, or to be written of `about` when it leaves. */
export type NewMail = Pick<Rows['mail.queue'], 'id' | 'lane' | 'recipient'> & {
  organization_id: string | null;
  gives_access_to?: string | undefined;
  to_stranger?: boolean | undefined;
} & ({ message: SealedMessage } | { composer: string; about: string });

/** A mail that a worker has taken. */
const takenMail = {
  ...columnsOf(
    'mail.queue',
    'id',
    'organization_id',
    'recipient',
    'composer',
    'about',
    'gives_access_to',
    'to_stranger',
    'is_budgeted',
  ),
  message: nullable(json<SealedMessage>()),
  /** This one included; waiting for the budget is none. */
  attempts: ROWS['mail.queue'].attempts,
};
export type TakenMail = RowOf<typeof takenMail>;

const takenColumns = sql`q.id, q.organization_id, q.recipient, q.message, q.composer, q.about, q.gives_access_to,
  q.to_stranger, q.is_budgeted, q.attempts`;

/** Queues mails in the caller's transaction, which may have any database role (server/sql/mail.sql). */
export async function queueMails(db: Db, mails: NewMail[], after_seconds = 0): Promise<void> {
  await sql`select queue_mails(${JSON.stringify(mails)}::jsonb, ${after_seconds})`.execute(db);
}

/**
 * Takes up to `count` mails of a lane that are due, by turns of their organizations, beginning after the one served
 * last. No other process takes them for `lease_seconds`. In the order of their turns.
 */
export async function takeMails(
  db: Kysely<Tables>,
  lane: Lane,
  { count, after, lease_seconds }: { count: number; after: string | null; lease_seconds: number },
): Promise<TakenMail[]> {
  const last = after ?? NO_ORGANIZATION;
  // Twice as many as wanted are looked at: another process may be taking some of them at this moment.
  const looked = count * 2;
  const { rows } = await rowsOf(takenMail)`
    with recursive senders (organization_id) as (
      (select organization_id from mail.queue where lane = ${lane} and held_until is null
        order by organization_id limit 1)
      union all
      select (select q.organization_id from mail.queue q
        where q.lane = ${lane} and q.held_until is null and q.organization_id > s.organization_id
        order by q.organization_id limit 1)
      from senders s where s.organization_id is not null
    ), candidates as (
      select m.id, m.turn, s.organization_id <= ${last}::uuid as wrapped, s.organization_id
      from senders s cross join lateral (
        select due.id, row_number() over (order by due.due_at, due.id) as turn
        from (select id, due_at from mail.queue
          where lane = ${lane} and held_until is null and organization_id = s.organization_id and due_at <= now()
          order by due_at, id limit ${looked}) due) m
      order by turn, wrapped, s.organization_id limit ${looked}
    ), locked as (
      select q.id, c.turn, c.wrapped from candidates c join mail.queue q on q.id = c.id
      where q.due_at <= now() and q.held_until is null
      order by c.turn, c.wrapped, c.organization_id limit ${count} for update of q skip locked
    ), taken as (
      update mail.queue q set due_at = now() + make_interval(secs => ${lease_seconds}), attempts = attempts + 1
      from locked where q.id = locked.id returning ${takenColumns}, locked.turn, locked.wrapped
    )
    select ${takenColumns} from taken q order by q.turn, q.wrapped, q.organization_id`.execute(db);
  return rows;
}

/** The same for the one mail that a composer writes of something, due or not; null where none waits. */
export async function takeMail(
  db: Kysely<Tables>,
  composer: string,
  about: string,
  lease_seconds: number,
): Promise<TakenMail | null> {
  const { rows } = await rowsOf(takenMail)`
    update mail.queue q set due_at = now() + make_interval(secs => ${lease_seconds}), attempts = attempts + 1
    where composer = ${composer} and about = ${about} and held_until is null
    returning ${takenColumns}`.execute(db);
  return rows[0] ?? null;
}

/** For a mail that has left, or that is no longer needed. */
export async function deleteMail(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`delete from mail.queue where id = ${id}`.execute(db);
}

/** Tries it again so many seconds from now. */
export async function postponeMail(db: Kysely<Tables>, id: string, seconds: number): Promise<void> {
  await sql`update mail.queue set due_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(
    db,
  );
}

/** It has its share of the budget, for every later attempt too. */
export async function markBudgeted(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`update mail.queue set is_budgeted = true where id = ${id}`.execute(db);
}

/** Has a mail wait for the budget. It was not attempted. */
export async function delayMail(db: Kysely<Tables>, id: string, seconds: number): Promise<void> {
  await sql`update mail.queue set held_until = now() + make_interval(secs => ${seconds}), due_at = now(),
      attempts = greatest(attempts - 1, 0)
    where id = ${id}`.execute(db);
}

/** Has all mails to strangers of an organization that have no share yet wait for it. */
export async function delayMailsOf(
  db: Kysely<Tables>,
  organization_id: string,
  seconds: number,
): Promise<void> {
  await sql`update mail.queue set held_until = now() + make_interval(secs => ${seconds})
    where lane = 'bulk' and organization_id = ${organization_id} and to_stranger and not is_budgeted
      and held_until is null and due_at <= now()`.execute(db);
}

/** Ends the waiting of those whose budget has room again. */
export async function releaseMails(db: Kysely<Tables>): Promise<void> {
  await sql`update mail.queue set held_until = null where held_until <= now()`.execute(db);
}

/** Whether a person exists and is active. */
export async function isActive(db: Kysely<Tables>, profile_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from profiles where id = ${profile_id} and is_active and deleted_at is null`.execute(db);
  return rows.length === 1;
}
