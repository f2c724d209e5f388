import { PAGE_SIZE } from '@atalaya/contract/limits';
import { isForeignVat } from '@atalaya/contract/tax-id';
import type { billingRoutes } from '@atalaya/contract/billing';
import type { Subscription } from '@atalaya/contract/subscriptions';
import type { z } from 'zod';
import type { Actor } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { seatsOf } from '../../seats/seats.rules.ts';
import type { Tax } from '@atalaya/contract/invoice-amounts';
import {
  changeSubscription,
  getSubscription,
  lockSubscription,
  waitsForLess,
} from './subscription-change.service.ts';
import { isPaying } from '@atalaya/contract/subscription-states';
import { listEvents, saveDates } from './subscriptions.queries.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

/** One subscription that the actor may see. @throws object.not_found */
export async function readSubscription(
  platform: Platform,
  actor: Actor,
  organization_id: string,
): Promise<Subscription> {
  return platform.database.withActor(actor, 'read the subscription of any organization', async (db) =>
    toSubscription(db, await getSubscription(db, organization_id)),
  );
}

/** A page of what happened to a subscription that the actor may see. @throws object.not_found */
export async function listSubscriptionEvents(
  platform: Platform,
  actor: Actor,
  organization_id: string,
  page: number,
): Promise<z.input<typeof billingRoutes.listSubscriptionEvents.response>> {
  return platform.database.withActor(actor, 'read what happened to any subscription', async (db) => {
    await getSubscription(db, organization_id);
    const { rows, total } = await listEvents(db, organization_id, page);
    const items = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    return { items, total, page, page_size: PAGE_SIZE };
  });
}

/** Changes the status by hand, to any other. @throws object.not_found, subscription.wrong_status where it is so already */
export async function changeSubscriptionStatus(
  platform: Platform,
  by: Author,
  organization_id: string,
  { status, reason }: z.output<typeof billingRoutes.changeSubscriptionStatus.body>,
): Promise<Subscription> {
  return platform.database.withSystem('change the status of any subscription', async (db) => {
    const before = await lockSubscription(db, organization_id);
    if (before.status === status)
      throw new AppError('subscription.wrong_status', { params: { status: before.status } });
    const after = await changeSubscription(platform, db, by, organization_id, { status, reason });
    await recordChange(db, by, {
      action: 'subscription.status_changed',
      object_type: 'subscription',
      object_id: organization_id,
      organization_id,
      before: { subscription_status: before.status },
      after: { subscription_status: status, reason },
    });
    // With what the new period was charged.
    return toSubscription(db, await getSubscription(db, after.organization_id));
  });
}

/**
 * How an organization is taxed from its next invoice on.
 * @throws object.not_found, subscription.vat_number_required for reverse charge without a VAT number of the EU
 */
export async function changeTax(
  platform: Platform,
  by: Author,
  organization_id: string,
  tax: Tax,
): Promise<Subscription> {
  return platform.database.withSystem('change how any organization is taxed', async (db) => {
    const before = await lockSubscription(db, organization_id);
    if (tax.tax_treatment === 'reverse_charge' && !isForeignVat(before.country, before.tax_id))
      throw new AppError('subscription.vat_number_required');
    await saveDates(db, organization_id, { ...before, ...tax });
    await recordChange(db, by, {
      action: 'subscription.tax_changed',
      object_type: 'subscription',
      object_id: organization_id,
      organization_id,
      before: { tax_treatment: before.tax_treatment, tax_rate: before.tax_rate },
      after: tax,
    });
    return toSubscription(db, { ...before, ...tax });
  });
}

/** A subscription as the screens see it, with its seats. */
export async function toSubscription(db: Db, row: SubscriptionRow): Promise<Subscription> {
  const { active_users, pending_invitations } = await seatsOf(db, row.organization_id);
  const { scheduled_plan_id, scheduled_plan_key, scheduled_plan_name, scheduled_price_cents } = row;
  const isScheduled =
    scheduled_plan_id !== null &&
    scheduled_plan_key !== null &&
    scheduled_plan_name !== null &&
    waitsForLess(row);
  const next_price = isScheduled ? (scheduled_price_cents ?? 0) : row.price_cents;
  const charged_on = isPaying(row.status) && next_price > 0 ? row.period_end : null;
  return {
    organization: { id: row.organization_id, name: row.organization_name },
    plan: { id: row.plan_id, key: row.plan_key, name: row.plan_name },
    version_number: row.version_number,
    status: row.status,
    price_cents: row.price_cents,
    mrr_cents: isPaying(row.status) ? row.price_cents : 0,
    currency: row.currency,
    max_users: row.max_users,
    active_users,
    pending_invitations,
    trial_ends_on: row.trial_ends_on,
    period_start: row.period_start,
    period_end: row.period_end,
    next_charge: charged_on === null ? null : { on: charged_on, amount_cents: next_price },
    scheduled:
      isScheduled && row.period_end !== null
        ? {
            plan: { id: scheduled_plan_id, key: scheduled_plan_key, name: scheduled_plan_name },
            on: row.period_end,
            price_cents: next_price,
          }
        : null,
    past_due_since: row.past_due_since,
    tax_treatment: row.tax_treatment,
    tax_rate: row.tax_rate,
    outstanding_cents: row.outstanding_cents,
  };
}
