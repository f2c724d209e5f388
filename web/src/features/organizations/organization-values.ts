import { DEFAULT_SEATS, UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import type { Language } from '../../platform/messages/chosen-language.ts';
import type { Company, CompanyStatus } from './organizations.api.ts';
import { countryOption } from './countries.ts';

/** `all`: what a super_admin changes; `own`: what an admin does; `billing`: what stays open in a read-only one. */
export type FormFields = 'all' | 'own' | 'billing';

/** What the form of a company holds. */
export type CompanyValues = {
  name: string;
  domain: string;
  slug: string;
  plan_type: string;
  subscription_status: CompanyStatus;
  /** Why, where the status is another than it was. */
  reason: string;
  max_users: string;
  country: ComboboxOption | null;
  tax_id: string;
  billing_email: string;
};

export function valuesOf(company: Company | null, language: Language): CompanyValues {
  return {
    name: company?.name ?? '',
    domain: company?.domain ?? '',
    slug: company?.slug ?? '',
    plan_type: company?.plan_type ?? 'free',
    subscription_status: company?.subscription_status ?? 'trial',
    reason: '',
    max_users: String(company?.max_users ?? DEFAULT_SEATS),
    country: company?.country ? countryOption(company.country, language) : null,
    tax_id: company?.tax_id ?? '',
    billing_email: company?.billing_email ?? '',
  };
}

/** A whole number from 1 up, or -1 for no limit; 5 when empty or invalid. */
export function parseSeats(typed: string): number {
  const trimmed = typed.trim();
  const seats = /^-?\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return seats === UNLIMITED_SEATS || seats >= 1 ? seats : DEFAULT_SEATS;
}

/** The values as the server takes them. */
export function sentValues(values: CompanyValues) {
  const orNull = (text: string) => text.trim() || null;
  return {
    name: values.name,
    domain: orNull(values.domain),
    slug: values.slug.trim(),
    plan_type: values.plan_type,
    subscription_status: values.subscription_status,
    reason: values.reason.trim(),
    max_users: parseSeats(values.max_users),
    country: values.country?.value ?? null,
    tax_id: orNull(values.tax_id),
    billing_email: orNull(values.billing_email),
  };
}
