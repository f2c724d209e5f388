import { sql } from 'kysely';
import type { SystemDb } from '../../platform/database/database.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { RowOf } from '../../platform/database/columns.ts';

/** A move that is due: to which version of which plan, and how far it has got. */
const dueMove = {
  ...columnsOf(
    'plan_moves',
    'id',
    'plan_id',
    'version_id',
    'due_on',
    'after_organization_id',
    'moved',
    'kept',
  ),
  plan_key: ROWS.plans.key,
  version_number: ROWS.plan_versions.number,
  ...columnsOf('plan_versions', 'price_cents', 'max_users'),
};
export type DueMove = RowOf<typeof dueMove>;

/** Stores the decision to move the subscribers of a plan to its newest version on a day. */
export async function insertMove(db: SystemDb, plan_id: string, on: string): Promise<void> {
  await sql`insert into plan_moves (plan_id, version_id, due_on)
    select plan_id, id, ${on}::date from plan_versions where plan_id = ${plan_id}
    order by number desc limit 1`.execute(db);
}

/** Takes the open move of a plan back; the day it was for, or null where there was none. */
export async function cancelMove(db: SystemDb, plan_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('plan_moves', 'due_on'))`
    update plan_moves set canceled_at = now()
    where plan_id = ${plan_id} and done_at is null and canceled_at is null
    returning due_on::text as due_on`.execute(db);
  return rows[0]?.due_on ?? null;
}

/** Locks one move that is due, or null. */
export async function lockDueMove(db: SystemDb): Promise<DueMove | null> {
  const { rows } = await rowsOf(dueMove)`
    select m.id, m.plan_id, p.key as plan_key, m.version_id, v.number as version_number, v.price_cents,
      v.max_users, m.due_on::text as due_on, m.after_organization_id, m.moved, m.kept
    from plan_moves m join plans p on p.id = m.plan_id join plan_versions v on v.id = m.version_id
    where m.done_at is null and m.canceled_at is null and m.due_on <= billing_today()
    order by m.due_on, m.id limit 1 for update of m`.execute(db);
  return rows[0] ?? null;
}

/** How far a move has got; `isDone`: nothing is left. */
export async function saveMove(
  db: SystemDb,
  move: Pick<DueMove, 'id' | 'after_organization_id' | 'moved' | 'kept'>,
  isDone: boolean,
): Promise<void> {
  await sql`update plan_moves set after_organization_id = ${move.after_organization_id}, moved = ${move.moved},
      kept = ${move.kept}, done_at = case when ${isDone} then now() end
    where id = ${move.id}`.execute(db);
}
