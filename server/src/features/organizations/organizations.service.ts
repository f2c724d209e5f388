import { PAGE_SIZE } from '@atalaya/contract/limits';
import type {
  Organization,
  OrganizationListQuery,
  OrganizationOverview,
  Seats,
  organizationRoutes,
  organizationUpdateBody,
} from '@atalaya/contract/organizations';
import { isForeignVat, keptTaxId, taxIdProblem } from '@atalaya/contract/tax-id';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { requireTimeZone } from '../../platform/settings/settings.ts';
import { changeSubscription, getSubscription } from '../billing/subscriptions/subscription-change.service.ts';
import { requireSeatLimit, seatsOf } from '../seats/seats.rules.ts';
import { lockOrganizationsAs } from '../ranks/ranks.rules.ts';
import { snapshotOf, toOrganization } from './organization-shapes.ts';
import { isReserved } from './organization-slug.ts';
import {
  findOrganization,
  listOrganizations as listRows,
  lockOffered,
  lockSlugs,
  readOverview,
  saveOrganization,
  slugsLike,
} from './organizations.queries.ts';
import type { OrganizationChange, OrganizationRow } from './organizations.queries.ts';

/** One page of organizations, for a super_admin. */
export async function listOrganizations(
  platform: Platform,
  actor: Actor,
  query: OrganizationListQuery,
): Promise<z.output<typeof organizationRoutes.listOrganizations.response>> {
  return platform.database.readAs(actor, 'list every organization', async (db) => {
    const { rows, total } = await listRows(db, query);
    return { items: rows.map(toOrganization), total, page: query.page, page_size: PAGE_SIZE };
  });
}

/** Counts over all organizations, for a super_admin. */
export async function readOrganizationOverview(
  platform: Platform,
  actor: Actor,
): Promise<OrganizationOverview> {
  return platform.database.readAs(actor, 'count every organization', readOverview);
}

/** One organization that the actor may see. @throws object.not_found */
export async function readOrganization(platform: Platform, actor: Actor, id: string): Promise<Organization> {
  return platform.database.withActor(actor, 'read any organization', (db) => getOrganization(db, id));
}

/** Seats of an organization that the actor may see. @throws object.not_found */
export async function readSeats(platform: Platform, actor: Actor, id: string): Promise<Seats> {
  return platform.database.withActor(actor, 'read the seats of any organization', (db) => seatsOf(db, id));
}

type UpdateBody = z.output<typeof organizationUpdateBody>;

/** What an admin never changes of their own organization (docs/product.md, rule 4 of permissions). */
const SUPER_ADMIN_ONLY = ['slug', 'plan_type', 'subscription_status', 'max_users', 'reason'] as const;

/**
 * Changes what the body names of an organization; only a super_admin its plan, status, seats and slug.
 * @throws session.forbidden, object.not_found, object.stale with the stored values, organization.seats_below_use,
 *   request.invalid for another status without a reason,
 *   organization.slug_taken, request.invalid for a plan or a reserved slug,
 *   subscription.vat_number_required where reverse charge would be left without one
 */
export async function updateOrganization(
  platform: Platform,
  by: By,
  id: string,
  body: UpdateBody,
): Promise<Organization> {
  const { actor } = by;
  if (actor.role !== 'super_admin' && SUPER_ADMIN_ONLY.some((field) => body[field] !== undefined))
    throw new AppError('session.forbidden');
  return platform.database.withActor(actor, 'change any organization', async (db) => {
    const [locked] = await lockOrganizationsAs(db, actor, [id]);
    if (!locked) throw new AppError('object.not_found');
    const isOffered =
      body.plan_type === undefined || (await lockOffered(db, [body.plan_type])).has(body.plan_type);
    const before = await getRow(db, id);
    if (before.version !== body.version)
      throw new AppError('object.stale', { current: toOrganization(before) });
    const change = changeOf(before, body);
    // One that is on a plan no longer offered may stay on it.
    if (change.plan_type !== undefined && !isOffered) refusePlan();
    await requireAllowed(db, before, change);
    const reason = body.reason?.trim() || null;
    if (change.subscription_status !== undefined && reason === null)
      throw new AppError('request.invalid', { fields: [{ field: 'body.reason', code: 'required' }] });
    await save(platform, db, by, before, change, reason);
    const after = await getRow(db, id);
    await recordChange(db, by, {
      action: 'organization.updated',
      object_type: 'organization',
      object_id: id,
      organization_id: id,
      before: snapshotOf(before),
      after: { ...snapshotOf(after), ...(change.subscription_status === undefined ? {} : { reason }) },
    });
    return toOrganization(after);
  });
}

/** Plan, status and seats go the one way on which subscriptions change; the rest is the organization's own. */
async function save(
  platform: Platform,
  db: Db,
  by: By,
  before: OrganizationRow,
  change: OrganizationChange,
  reason: string | null,
): Promise<void> {
  const { plan_type, subscription_status, max_users, ...own } = change;
  if (plan_type !== undefined || subscription_status !== undefined || max_users !== undefined)
    // Only a super_admin comes here, whose door is the system's.
    await changeSubscription(platform, db as SystemDb, by, before.id, {
      ...(plan_type === undefined ? {} : { plan_key: plan_type }),
      ...(subscription_status === undefined ? {} : { status: subscription_status }),
      max_users: max_users ?? before.max_users,
      reason: subscription_status === undefined ? null : reason,
    });
  if (Object.keys(own).length > 0) await saveOrganization(db, before.id, own);
}

/** The fields that the body names and that are not so already. */
function changeOf(before: OrganizationRow, body: UpdateBody): OrganizationChange {
  // `version` is equal by now, and so falls out too.
  const { reason: _why, tax_id: sent, ...rest } = body;
  const country = rest.country === undefined ? before.country : rest.country;
  // One that is not changed stays as it was written.
  const tax_id = sent && sent !== before.tax_id ? keptTaxId(country, sent) : sent;
  const values = { ...rest, tax_id };
  const entries = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof typeof values],
  );
  return Object.fromEntries(entries) as OrganizationChange;
}

async function requireAllowed(db: Db, before: OrganizationRow, change: OrganizationChange): Promise<void> {
  if (change.max_users !== undefined) await requireSeatLimit(db, before.id, change.max_users);
  if (change.slug !== undefined) await requireFree(db, change.slug);
  if (change.time_zone !== undefined) await requireTimeZone(db, change.time_zone);
  requireTaxId({ ...before, ...change }, change);
  if (change.country !== undefined || change.tax_id !== undefined)
    await requireVatNumber(db, { ...before, ...change });
}

/** An organization taxed by reverse charge keeps a VAT number of another state: without one that is not allowed. */
async function requireVatNumber(db: Db, { id, country, tax_id }: OrganizationRow): Promise<void> {
  const { tax_treatment } = await getSubscription(db, id);
  if (tax_treatment === 'reverse_charge' && !isForeignVat(country, tax_id))
    throw new AppError('subscription.vat_number_required');
}

/** A number that cannot be one of its country is refused where either is set, not where it stood before. */
export function requireTaxId(
  { country, tax_id }: Pick<OrganizationRow, 'country' | 'tax_id'>,
  change: { country?: string | null | undefined; tax_id?: string | null | undefined },
): void {
  if (!change.country && !change.tax_id) return;
  const code = taxIdProblem(country, tax_id);
  if (code) throw new AppError('request.invalid', { fields: [{ field: 'body.tax_id', code }] });
}

export function refusePlan(): never {
  throw new AppError('request.invalid', { fields: [{ field: 'body.plan_type', code: 'invalid' }] });
}

async function requireFree(db: Db, slug: string): Promise<void> {
  if (isReserved(slug))
    throw new AppError('request.invalid', { fields: [{ field: 'body.slug', code: 'invalid' }] });
  await lockSlugs(db);
  if ((await slugsLike(db, [slug])).has(slug)) throw new AppError('organization.slug_taken');
}

async function getRow(db: Db, id: string): Promise<OrganizationRow> {
  const row = await findOrganization(db, id);
  if (!row) throw new AppError('object.not_found');
  return row;
}

const getOrganization = async (db: Db, id: string): Promise<Organization> =>
  toOrganization(await getRow(db, id));
