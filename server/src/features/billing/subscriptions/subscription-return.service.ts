import type { Author } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { dayOfMonth } from '../billing-days.ts';
import { endPastDue } from '../invoices/invoice-changes.service.ts';
import { getSubscription } from './subscription-change.service.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { saveDates } from './subscriptions.queries.ts';

/**
 * Takes up the subscription of a locked organization that has come out of the bin, where nothing is billed: the periods
 * that passed there are not charged, the next one begins today; and what was paid or voided there is not overdue.
 */
export async function resumeSubscription(db: SystemDb, by: Author, organization_id: string): Promise<void> {
  const today = await readToday(db);
  const before = await getSubscription(db, organization_id);
  if (before.period_end !== null && before.period_end < today)
    await saveDates(db, organization_id, { ...before, period_end: today, anchor_day: dayOfMonth(today) });
  await endPastDue(db, by, organization_id, today);
}
