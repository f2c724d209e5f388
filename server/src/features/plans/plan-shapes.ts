import type { Plan } from '@atalaya/contract/plans';
import { PLAN_KEY_MAX } from '@atalaya/contract/limits';
import { fieldsWith, pick } from '../../platform/records/fields.ts';
import { PLAN_FIELDS } from './plans.fields.ts';
import type { PlanRow, WatchedPlanRow } from './plans.queries.ts';

/** A stored plan as the screens see it. */
export function toPlan(row: WatchedPlanRow): Plan {
  const {
    version_id: _kept,
    move_on,
    move_version_number,
    archived_at,
    created_at,
    updated_at,
    ...shown
  } = row;
  return {
    ...shown,
    archived_at: archived_at?.toISOString() ?? null,
    move:
      move_on === null || move_version_number === null
        ? null
        : { on: move_on, version_number: move_version_number },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

const AUDITED = fieldsWith(PLAN_FIELDS, 'audited');

/** What the audit log keeps of a plan. */
export function snapshotOf(row: PlanRow) {
  return pick(row, AUDITED);
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
