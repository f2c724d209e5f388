import { DELIVERY_FIELDS } from '@atalaya/contract/delivery-data';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { type StaleLine, StaleNotice } from '../../shared/stale-notice.tsx';
import type { StaleValues } from '../../shared/use-stale-form.ts';
import { deliveryTexts } from './delivery.es.ts';
import type { OrganizationValues, FormFields } from './organization-values.ts';
import { organizationsTexts } from './organizations.es.ts';
import { overviewQuery } from './organizations.api.ts';

type StaleOrganizationProps = StaleValues<OrganizationValues> & { fields: FormFields };

/** What another person has saved about this organization while the form was open, of the fields that this form has. */
export function StaleOrganization({ fields, stored, mine, ...choice }: StaleOrganizationProps) {
  const t = useTexts(organizationsTexts);
  const word = useTexts(deliveryTexts);
  const overview = useQuery({ ...overviewQuery, enabled: fields === 'all' });
  const plan = ({ plan_type }: OrganizationValues) =>
    overview.data?.plans.find(({ key }) => key === plan_type)?.name ?? plan_type;
  const seats = ({ is_unlimited, max_users }: OrganizationValues) =>
    is_unlimited ? t('unlimited') : max_users;
  const own: StaleLine[] = [
    [t('form.name'), mine.name, stored.name],
    [t('form.domain'), mine.domain, stored.domain],
  ];
  const subscription: StaleLine[] = [
    [t('form.slug'), mine.slug, stored.slug],
    [t('form.plan'), plan(mine), plan(stored)],
    [t('form.status'), t(`status.${mine.subscription_status}`), t(`status.${stored.subscription_status}`)],
    [t('form.maxUsers'), seats(mine), seats(stored)],
  ];
  const billing: StaleLine[] = [
    [t('form.country'), mine.country?.label ?? '', stored.country?.label ?? ''],
    [t('form.taxId'), mine.tax_id, stored.tax_id],
    [t('form.billingEmail'), mine.billing_email, stored.billing_email],
    ...DELIVERY_FIELDS.map((field) => [word(`words.${field}`), mine[field], stored[field]] as const),
  ];
  return (
    <StaleNotice
      lines={[...(fields === 'billing' ? [] : own), ...(fields === 'all' ? subscription : []), ...billing]}
      {...choice}
    />
  );
}
