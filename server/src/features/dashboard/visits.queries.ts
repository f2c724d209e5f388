import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { ownZone } from '../../platform/database/zoned-days.ts';

/** One more on the organization's own day of today; null: the people of the system, on the day of its zone. */
export async function countVisit(db: Db, organization_id: string | null): Promise<void> {
  await sql`
    insert into page_visits as v (organization_id, day, visits)
    values (${organization_id}::uuid, (now() at time zone ${ownZone})::date, 1)
    on conflict (day, coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid))
    do update set visits = v.visits + 1`.execute(db);
}
