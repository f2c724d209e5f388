import { isTaxId } from '@atalaya/contract/tax-id';
import { readToday } from '../../platform/database/clock.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { writeHistories } from '../billing/billing-history.service.ts';
import type { History } from '../billing/billing-history.service.ts';
import type { DemoOrganization } from './demo-companies.ts';
import { saveBillingData } from './demo-billing.queries.ts';
import type { DemoBillingData } from './demo-billing.queries.ts';

/** Sample subscriptions: the same ones on every machine, their days relative to today. */

const DAY_MS = 86_400_000;
const TRIAL_DAYS = 14;
/** Younger ones owe nothing yet, and have not left. */
const SETTLED_DAYS = 60;
const BELOW = { free: 'free', basic: 'free', pro: 'basic', enterprise: 'pro' } as const;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** An organization as it began: in trial, on the plan that it first chose. */
export function asBegun(organization: DemoOrganization, index: number, today: Date): DemoOrganization {
  const history = demoHistory(organization, index, today);
  if (!history) return organization;
  return {
    ...organization,
    subscription_status: 'trial',
    plan_type: history.plan_key as DemoOrganization['plan_type'],
  };
}

/** Gives the sample organizations, which are there as they began, their billing data and their history until today. */
export async function seedDemoBilling(
  db: SystemDb,
  organizations: DemoOrganization[],
  today: Date,
): Promise<void> {
  const ids = await saveBillingData(
    db,
    organizations.map((organization, index) => billingData(organization, index, today)),
  );
  const histories = new Map<string, History>();
  for (const [index, organization] of organizations.entries()) {
    const history = demoHistory(organization, index, today);
    const id = ids.get(organization.slug);
    if (history && id) histories.set(id, history);
  }
  // Until today where the books are kept, which is tomorrow already while it is late in UTC.
  await writeHistories(db, histories, await readToday(db));
}

function billingData(organization: DemoOrganization, index: number, today: Date): DemoBillingData {
  const { slug, domain, country } = organization;
  const start = `B${String(28_100_00 + index * 137).padStart(7, '0')}`;
  const control = [...'0123456789'].find((digit) => isTaxId('ES', start + digit)) ?? '0';
  return {
    slug,
    tax_id: country === 'ES' ? start + control : `${country}-${String(900_100 + index * 31)}`,
    billing_email: `facturas@${domain}`,
    tax_treatment: country === 'ES' ? 'standard' : 'exempt',
    // Those in trial are so for some days more.
    trial_ends_on: dayOf(today.getTime() + (3 + (index % 10)) * DAY_MS),
  };
}

/** How the subscription of an organization went; null: it is in trial. */
function demoHistory(organization: DemoOrganization, index: number, today: Date): History | null {
  const { subscription_status: status, plan_type, created_at } = organization;
  if (status === 'trial') return null;
  const now = today.getTime();
  const age = Math.floor((now - created_at.getTime()) / DAY_MS);
  const from = dayOf(created_at.getTime() + Math.min(TRIAL_DAYS, Math.floor(age / 3)) * DAY_MS);
  const upgraded = age > 150 && index % 3 === 0 && plan_type !== 'free';
  const isSettled = age > SETTLED_DAYS;
  return {
    from,
    plan_key: upgraded ? BELOW[plan_type] : plan_type,
    upgrade: upgraded
      ? { on: dayOf(created_at.getTime() + (TRIAL_DAYS + 76) * DAY_MS), plan_key: plan_type }
      : null,
    canceled_on: status === 'canceled' && isSettled ? dayOf(now - (5 + (index % 40)) * DAY_MS) : null,
    pays_after: 1 + (index % 12),
    unpaid_from: status === 'past_due' && isSettled ? dayOf(now - 45 * DAY_MS) : null,
  };
}
