import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NarrowedBy } from '../../shared/narrowed-by.tsx';
import { RemoteSelect } from '../../shared/remote-select.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import { companiesTexts } from './companies.es.ts';
import { type CompanyFilters, NO_FILTERS, isFiltered, overviewQuery } from './companies.api.ts';

type CompaniesFilterBarProps = {
  state: CompanyFilters;
  onChange: (change: Partial<CompanyFilters>, options?: { replace: boolean }) => void;
  /** At the end of the bar: how the table looks. */
  children: ReactNode;
};

/** Search, status (the bin among them) and plan. */
export function CompaniesFilterBar({ state, onChange, children }: CompaniesFilterBarProps) {
  const t = useTexts(companiesTexts);
  const overview = useQuery(overviewQuery);
  const plans = overview.data?.plans ?? [];
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
      <SearchBox
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={state.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="min-w-48 flex-1 max-sm:-order-2 sm:max-w-sm"
      />
      <Select
        label={t('filters.status')}
        hideLabel
        reserveLine={false}
        value={state.status ?? 'all'}
        onValueChange={(value) => onChange({ status: value === 'all' ? null : value })}
        options={[
          { value: 'all', label: t('filters.allStatuses') },
          ...SUBSCRIPTION_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
          { value: 'bin', label: t('filters.bin') },
        ]}
      />
      <RemoteSelect
        query={overview}
        label={t('filters.plan')}
        hideLabel
        reserveLine={false}
        value={state.plan || 'all'}
        onValueChange={(value) => onChange({ plan: value === 'all' ? '' : value })}
        options={[
          { value: 'all', label: t('filters.allPlans') },
          ...plans.map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      <NarrowedBy state={state} onChange={onChange} />
      {isFiltered(state) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t('filters.clear')}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
