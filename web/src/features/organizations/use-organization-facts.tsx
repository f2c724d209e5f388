import { OFFICE_FIELDS, POSTAL_FIELDS } from '@atalaya/contract/delivery-data';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { DateAndTime } from '../../shared/date-and-time.tsx';
import type { Fact } from '../../shared/fact-list.tsx';
import { deliveryTexts } from './delivery.es.ts';
import { MaxUsers, PlanBadge, StatusBadge } from './organization-badges.tsx';
import { organizationsTexts } from './organizations.es.ts';
import type { Organization } from './organizations.api.ts';
import { countryName } from './countries.ts';

/** What is known of an organization, in parts that two screens put together. */
export function useOrganizationFacts(organization: Organization): Record<'subscription' | 'billing', Fact[]> {
  const t = useTexts(organizationsTexts);
  const { language } = useLanguage();
  const { billing_email, country } = organization;
  const delivery = useDeliveryFacts(organization);
  return {
    subscription: [
      [t('facts.plan'), <PlanBadge key="plan" organization={organization} />],
      [t('facts.status'), <StatusBadge key="status" status={organization.subscription_status} />],
      [t('facts.maxUsers'), <MaxUsers key="seats" value={organization.max_users} />],
      [t('facts.registered'), <DateAndTime key="date" value={organization.created_at} />],
    ],
    billing: [
      [
        t('facts.contact'),
        billing_email ? (
          <a href={`mailto:${billing_email}`} className="press-around relative text-primary-ink underline">
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
      [t('facts.taxId'), organization.tax_id ?? t('facts.none')],
      ...delivery,
    ],
  };
}

/** Its address and offices, where it has any. */
function useDeliveryFacts(organization: Organization): Fact[] {
  const t = useTexts(deliveryTexts);
  const parts = [
    [t('postal'), POSTAL_FIELDS.map((field) => organization[field])],
    [t('offices'), OFFICE_FIELDS.map((field) => organization[field])],
  ] as const;
  return parts.flatMap(([label, values]) => {
    const known = values.filter(Boolean).join(', ');
    return known ? [[label, known] satisfies Fact] : [];
  });
}
