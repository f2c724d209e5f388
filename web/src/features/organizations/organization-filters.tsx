import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { BinButton } from '../bin/bin.face.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { type OrganizationListFilters, overviewQuery } from './organizations.api.ts';
import { organizationsTexts } from './organizations.es.ts';

type OrganizationFiltersProps = {
  state: OrganizationListFilters;
  onChange: (change: Partial<OrganizationListFilters>) => void;
};

/** Status, plan, and the way to the bin. */
export function OrganizationFilters({ state, onChange }: OrganizationFiltersProps) {
  const t = useTexts(organizationsTexts);
  const overview = useQuery(overviewQuery);
  const plans = overview.data?.plans ?? [];
  return (
    <>
      <FilterSelect
        label={t('filters.status')}
        all={t('filters.allStatuses')}
        value={state.status}
        onChange={(status) => onChange({ status })}
        options={SUBSCRIPTION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterSelect
        label={t('filters.plan')}
        all={t('filters.allPlans')}
        query={overview}
        value={state.plan || null}
        onChange={(plan) => onChange({ plan: plan ?? '' })}
        options={plans.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <BinButton />
    </>
  );
}
