import { ORGANIZATION_SORTS } from './choices.ts';
import { z } from 'zod';
import {
  DEFAULT_SEATS,
  DOMAIN_MAX,
  EMAIL_MAX,
  ORGANIZATION_NAME_MAX,
  PLAN_KEY_MAX,
  SLUG_MAX,
  TAX_ID_MAX,
} from './limits.ts';
import { REASON_MAX } from './billing-limits.ts';
import { DELIVERY_FIELDS, OFFICE_CODE, OFFICE_FIELDS, POSTAL_FIELDS, POSTAL_MAX } from './delivery-data.ts';
import { recordOf } from './record-of.ts';
import { defineRoutes } from './route.ts';
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts';
import {
  day,
  email,
  hostName,
  id,
  instant,
  language,
  line,
  name,
  pageOf,
  pageQuery,
  searchQuery,
  seats,
  text,
  timeZone,
  version,
} from './shapes.ts';

const status = z.enum(SUBSCRIPTION_STATUSES);

export const organizationSchema = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  domain: z.string().nullable(),
  plan_type: z.string(),
  plan_name: z.string(),
  subscription_status: status,
  max_users: z.int(),
  /** ISO 3166-1, two letters. */
  country: z.string().nullable(),
  tax_id: z.string().nullable(),
  billing_email: z.string().nullable(),
  /** Where it is, and the offices that take its invoices where it is a public administration. */
  ...recordOf(DELIVERY_FIELDS, () => z.string().nullable()),
  language,
  time_zone: z.string(),
  created_at: instant,
  updated_at: instant,
  /** Since when it is in the bin; null: it is not. */
  deleted_at: instant.nullable(),
  version,
});
export type Organization = z.infer<typeof organizationSchema>;

/** Seats of an organization: active people + pending invitations never exceed max_users (-1: no limit). */
export const seatsSchema = z.object({
  max_users: z.int(),
  active_users: z.int(),
  pending_invitations: z.int(),
  /** null: no limit */
  left: z.int().nullable(),
});
export type Seats = z.infer<typeof seatsSchema>;

/** What goes with an organization, or stays without it. */
export const organizationDeletionSchema = z.object({
  active_users: z.int(),
  pending_invitations: z.int(),
  /** Not or not all paid, by currency. */
  unpaid: z.array(z.object({ currency: z.string(), invoices: z.int(), outstanding_cents: z.int() })),
});
export type OrganizationDeletion = z.infer<typeof organizationDeletionSchema>;

/** Counts over all organizations that are not in the bin, and the plans that one can be on. */
export const organizationOverviewSchema = z.object({
  total: z.int(),
  active: z.int(),
  trial: z.int(),
  enterprise: z.int(),
  plans: z.array(z.object({ key: z.string(), name: z.string(), max_users: z.int() })),
});
export type OrganizationOverview = z.infer<typeof organizationOverviewSchema>;

const planKey = text(PLAN_KEY_MAX).regex(/^[a-z0-9][a-z0-9-]*$/, { error: 'invalid' });

const filters = {
  ...searchQuery,
  status: status.optional(),
  plan_type: planKey.optional(),
  /** What is in the bin instead of what is not. */
  bin: z.literal('true').optional(),
  /** Days of the system's zone, the first and the last included. */
  created_from: day.optional(),
  created_to: day.optional(),
};
export const organizationFilters = z.strictObject(filters);
export type OrganizationFilters = z.infer<typeof organizationFilters>;

export const organizationListQuery = z.strictObject({
  ...filters,
  ...pageQuery,
  sort: z.enum(ORGANIZATION_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type OrganizationListQuery = z.infer<typeof organizationListQuery>;

/** 'acme.com', lower-cased; nothing typed is null. */
const domain = text(DOMAIN_MAX)
  .transform((value) => value.trim().toLowerCase() || null)
  .pipe(hostName.nullable())
  .nullable();

const billingData = {
  country: text(2)
    .transform((value) => value.trim().toUpperCase() || null)
    .pipe(
      z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'invalid' })
        .nullable(),
    )
    .nullable(),
  tax_id: text(TAX_ID_MAX)
    .transform((value) => value.trim() || null)
    .nullable(),
  billing_email: text(EMAIL_MAX)
    .transform((value) => value.trim() || null)
    .pipe(email.nullable())
    .nullable(),
};
/** Where it is, and the codes in DIR3 of the offices of an administration; what is not sent stays. */
const deliveryData = {
  ...recordOf(POSTAL_FIELDS, (field) =>
    line(POSTAL_MAX[field])
      .transform((value) => value || null)
      .nullable()
      .optional(),
  ),
  ...recordOf(OFFICE_FIELDS, () =>
    text(20)
      .transform((value) => value.trim().toUpperCase() || null)
      .pipe(z.string().regex(OFFICE_CODE, { error: 'invalid' }).nullable())
      .nullable()
      .optional(),
  ),
};
const optionalBillingData = {
  country: billingData.country.optional(),
  tax_id: billingData.tax_id.optional(),
  billing_email: billingData.billing_email.optional(),
  ...deliveryData,
};

/** 'Agregar Empresa': its slug is made from its name; it begins in trial. */
export const organizationCreateBody = z.strictObject({
  name: name(ORGANIZATION_NAME_MAX),
  domain: domain.optional(),
  plan_type: planKey.default('free'),
  max_users: seats.default(DEFAULT_SEATS),
  ...optionalBillingData,
});

/** What is not sent stays. `version` is the one that was read. */
export const organizationUpdateBody = z.strictObject({
  version,
  name: name(ORGANIZATION_NAME_MAX).optional(),
  domain: domain.optional(),
  ...optionalBillingData,
  language: language.optional(),
  time_zone: timeZone.optional(),
  /** These four: super_admin only. */
  slug: text(SLUG_MAX)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, { error: 'invalid' })
    .optional(),
  plan_type: planKey.optional(),
  subscription_status: status.optional(),
  max_users: seats.optional(),
  /** Why, where the status changes: it is kept in the history of the subscription. */
  reason: text(REASON_MAX).optional(),
});

const one = z.strictObject({ id });

export const organizationRoutes = defineRoutes({
  listOrganizations: {
    method: 'GET',
    path: '/api/organizations',
    summary: 'Organizations, by name unless sorted; search on name, domain or slug',
    access: 'organizations.list',
    query: organizationListQuery,
    response: pageOf(organizationSchema),
  },
  readOrganizationOverview: {
    method: 'GET',
    path: '/api/organizations/overview',
    summary:
      'How many organizations there are in all, active, in trial and on the Enterprise plan; the plans',
    access: 'organizations.list',
    response: organizationOverviewSchema,
  },
  readOrganization: {
    method: 'GET',
    path: '/api/organizations/{id}',
    summary: 'One organization: an admin reads their own',
    access: 'organizations.read',
    params: one,
    response: organizationSchema,
  },
  createOrganization: {
    method: 'POST',
    path: '/api/organizations',
    summary: 'Add an organization, in trial, under a slug made from its name',
    access: 'organizations.create',
    body: organizationCreateBody,
    response: organizationSchema,
    status: 201,
  },
  updateOrganization: {
    method: 'PATCH',
    path: '/api/organizations/{id}',
    summary: 'Change an organization; a stale version answers 409 with the current values',
    access: 'organizations.update',
    params: one,
    body: organizationUpdateBody,
    response: organizationSchema,
    errors: [
      'object.stale',
      'organization.seats_below_use',
      'organization.slug_taken',
      'subscription.vat_number_required',
    ],
  },
  updateBillingData: {
    method: 'PUT',
    path: '/api/organizations/{id}/billing-data',
    summary: 'Change country, tax id, billing e-mail and address, of a canceled or inactive organization too',
    access: 'billing.update',
    params: one,
    body: z.strictObject({ version, ...billingData, ...deliveryData }),
    response: organizationSchema,
    errors: ['object.stale', 'subscription.vat_number_required'],
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/api/organizations/{id}',
    summary: 'Move an organization to the bin for 30 days, with its people and invitations',
    access: 'organizations.delete',
    params: one,
    body: z.strictObject({
      /** Its name, as the person has typed it. */
      confirm_name: text(ORGANIZATION_NAME_MAX),
      /** Needed where it has active people or pending invitations: these lose their access, those are withdrawn. */
      people: z.literal('deactivate').optional(),
      /** Needed where it has unpaid invoices: they stay owed, or are voided by rectifying ones, for good. */
      invoices: z.enum(['keep', 'void']).optional(),
    }),
    response: z.object({ undo_id: id }),
    errors: [
      'organization.name_mismatch',
      'organization.has_people',
      'organization.has_invoices',
      'invoice.being_collected',
    ],
  },
  previewOrganizationDeletion: {
    method: 'GET',
    path: '/api/organizations/{id}/deletion',
    summary: 'What deleting an organization would concern: its people, its invitations, its unpaid invoices',
    access: 'organizations.delete',
    params: one,
    response: organizationDeletionSchema,
  },
  restoreOrganization: {
    method: 'POST',
    path: '/api/organizations/{id}/restore',
    summary: 'Take an organization back out of the bin, exactly as it was, people and invitations included',
    access: 'organizations.delete',
    params: one,
    body: z.strictObject({}),
    response: organizationSchema,
  },
  readSeats: {
    method: 'GET',
    path: '/api/organizations/{id}/seats',
    summary: 'How many seats an organization has, uses and has left',
    access: 'invitations.list',
    params: one,
    response: seatsSchema,
  },
});
