import type { ReactNode } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { DateAndTime } from '../../shared/date-and-time.tsx';
import { MaxUsers, PlanBadge, StatusBadge } from './organization-badges.tsx';
import { companiesTexts } from './organizations.es.ts';
import type { Company } from './organizations.api.ts';
import { countryName } from './countries.ts';

export type Fact = [label: string, value: ReactNode];

/** Names and values, two beside each other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0 odd:last:col-span-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is known of a company, in parts that two screens put together. */
export function useCompanyFacts(company: Company): Record<'subscription' | 'billing', Fact[]> {
  const t = useTexts(companiesTexts);
  const { language } = useLanguage();
  const { billing_email, country } = company;
  return {
    subscription: [
      [t('facts.plan'), <PlanBadge key="plan" company={company} />],
      [t('facts.status'), <StatusBadge key="status" status={company.subscription_status} />],
      [t('facts.maxUsers'), <MaxUsers key="seats" value={company.max_users} />],
      [t('facts.registered'), <DateAndTime key="date" value={company.created_at} />],
    ],
    billing: [
      [
        t('facts.contact'),
        billing_email ? (
          <a href={`mailto:${billing_email}`} className="text-primary-ink underline">
            {billing_email}
          </a>
        ) : (
          <span className="text-muted">{t('facts.noContact')}</span>
        ),
      ],
      [
        t('facts.location'),
        country ? (
          countryName(country, language)
        ) : (
          <span className="text-muted">{t('facts.noLocation')}</span>
        ),
      ],
      [t('facts.taxId'), company.tax_id ?? t('facts.none')],
    ],
  };
}
