import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** As far back as any chart of visits looks. */
const DAYS = 60;

/**
 * Screens shown on each of the last days, the same in every run: more where there are more people, fewer at weekends,
 * none before an organization existed. Today is left to the visits that are made.
 */
export async function insertDemoVisits(db: Db, today: Date): Promise<void> {
  await sql`
    insert into page_visits (organization_id, day, visits)
    select o.id, day::date,
      (people * (case when extract(isodow from day) > 5 then 1 else 4 end) + length(o.slug) * extract(day from day)::int % 7)
    from organizations o
    cross join lateral (select count(*)::int as people from profiles p where p.organization_id = o.id and p.is_active) team
    cross join generate_series(${today}::timestamptz - make_interval(days => ${DAYS}),
      ${today}::timestamptz - interval '1 day', interval '1 day') day
    where day >= o.created_at
    on conflict do nothing`.execute(db);
}
