import type { Plan } from '@atalaya/contract/plans';
import { PLAN_KEY_MAX } from '@atalaya/contract/limits';
import type { PlanRow, WatchedPlanRow } from './plans.queries.ts';

/** A stored plan as the screens see it. */
export function toPlan(row: WatchedPlanRow): Plan {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    price_cents: row.price_cents,
    currency: row.currency,
    description: row.description,
    features: row.features,
    max_users: row.max_users,
    is_popular: row.is_popular,
    archived_at: row.archived_at?.toISOString() ?? null,
    version_number: row.version_number,
    subscribers: row.subscribers,
    on_older_versions: row.on_older_versions,
    move:
      row.move_on === null || row.move_version_number === null
        ? null
        : { on: row.move_on, version_number: row.move_version_number },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** What the audit log keeps of a plan. */
export function snapshotOf(row: PlanRow) {
  const { key, name, price_cents, currency, description, features, max_users, is_popular } = row;
  return { key, name, price_cents, currency, description, features, max_users, is_popular };
}

/** What the key of a plan of this name begins with: 'Pro Más' gives 'pro-mas'; 'plan' where nothing is left of it. */
export function keyStart(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  const words = plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  // Room for a number after it.
  return (
    words
      .replace(/^-/, '')
      .slice(0, PLAN_KEY_MAX - 8)
      .replace(/-$/, '') || 'plan'
  );
}

/** The first of 'pro', 'pro-2', 'pro-3', … that is not taken. */
export function freeKey(start: string, taken: string[]): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? start : `${start}-${String(number)}`;
    if (!taken.includes(key)) return key;
  }
}
