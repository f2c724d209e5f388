import { DELIVERY_FIELDS, type DeliveryField } from '@atalaya/contract/delivery-data';
import { recordOf } from '@atalaya/contract/record-of';
import { DEFAULT_SEATS, UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { SubscriptionStatus } from '@atalaya/contract/subscription-states';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import type { Language } from '../../platform/messages/chosen-language.ts';
import { type TypedSeats, parseSeats } from '../plans/plans.face.ts';
import type { Organization } from './organizations.api.ts';
import { countryOption } from './countries.ts';

/** `all`: what a super_admin changes; `own`: what an admin does; `billing`: what stays open in a read-only one. */
export type FormFields = 'all' | 'own' | 'billing';

/** What the form of an organization holds. */
export type OrganizationValues = TypedSeats &
  Record<DeliveryField, string> & {
    name: string;
    domain: string;
    slug: string;
    plan_type: string;
    subscription_status: SubscriptionStatus;
    /** Why, where the status is another than it was. */
    reason: string;
    country: ComboboxOption | null;
    tax_id: string;
    billing_email: string;
  };

export function valuesOf(organization: Organization | null, language: Language): OrganizationValues {
  return {
    name: organization?.name ?? '',
    domain: organization?.domain ?? '',
    slug: organization?.slug ?? '',
    plan_type: organization?.plan_type ?? 'free',
    subscription_status: organization?.subscription_status ?? 'trial',
    reason: '',
    max_users:
      organization?.max_users === UNLIMITED_SEATS ? '' : String(organization?.max_users ?? DEFAULT_SEATS),
    is_unlimited: organization?.max_users === UNLIMITED_SEATS,
    country: organization?.country ? countryOption(organization.country, language) : null,
    tax_id: organization?.tax_id ?? '',
    billing_email: organization?.billing_email ?? '',
    ...recordOf(DELIVERY_FIELDS, (field) => organization?.[field] ?? ''),
  };
}

/** The values as the server takes them. */
export function sentValues(values: OrganizationValues) {
  const orNull = (text: string) => text.trim() || null;
  return {
    name: values.name,
    domain: orNull(values.domain),
    slug: values.slug.trim(),
    plan_type: values.plan_type,
    subscription_status: values.subscription_status,
    reason: values.reason.trim(),
    max_users: parseSeats(values) ?? DEFAULT_SEATS,
    country: values.country?.value ?? null,
    tax_id: orNull(values.tax_id),
    billing_email: orNull(values.billing_email),
    ...recordOf(DELIVERY_FIELDS, (field) => orNull(values[field])),
  };
}
