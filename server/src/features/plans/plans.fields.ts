import type { Fields } from '../../platform/records/fields.ts';

/** Plans are archived and restored one by one. */
const NEVER = { undo: { left: 'no change of many plans is undone' } };
const SHOWN = { ...NEVER, listed: true } as const;
const OF_FORM = { ...SHOWN, added: true, form: true, audited: true } as const;

/** What is done with each column of a plan. Organizations take along the versions that they were on, not plans. */
export const PLAN_FIELDS = {
  id: SHOWN,
  key: { ...SHOWN, added: true, audited: true },
  name: OF_FORM,
  price_cents: OF_FORM,
  currency: OF_FORM,
  description: OF_FORM,
  features: OF_FORM,
  max_users: OF_FORM,
  is_popular: OF_FORM,
  archived_at: SHOWN,
  created_at: SHOWN,
  updated_at: SHOWN,
  version: SHOWN,
  // The place in their order, after all that were there.
  position: NEVER,
} as const satisfies Fields<'plans'>;
