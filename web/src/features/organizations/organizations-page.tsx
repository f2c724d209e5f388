import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListTransfers } from '../transfers/transfers.face.ts';
import { BinButton, BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { ListScreen } from '../../shared/list-screen.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { readState, textField, useUrlState } from '../../shared/url-state.ts';
import { useListScreen } from '../../shared/use-list-screen.ts';
import { organizationsTexts } from './organizations.es.ts';
import {
  type Organization,
  type OrganizationListFilters,
  organizationFilterFields,
  organizationListFields,
  organizationsQuery,
  overviewQuery,
  sentFilters,
} from './organizations.api.ts';
import { OrganizationActions } from './organization-actions.tsx';
import { organizationColumns } from './organization-columns.tsx';
import { OrganizationStats } from './organization-stats.tsx';

/** With forms, which the list does without. */
const OrganizationDialogs = lazy(async () => ({
  default: (await loadPart(() => import('./organization-dialogs.tsx'))).OrganizationDialogs,
}));

/** `company`: whose detail is open; `edit`: who is being edited, or 'new'. */
const screenFields = { company: textField(), edit: textField() };
const VIEW = { name: 'companies', hideable: ['status', 'max_users', 'created_at'] };

export const readAhead: ReadAhead = ({ client, search }) =>
  Promise.all([
    client.query(organizationsQuery(readState(organizationListFields, search))),
    client.query(overviewQuery),
  ]);

/** 'Empresas Cliente', for a super_admin. */
export function OrganizationsPage() {
  const t = useTexts(organizationsTexts);
  const { number } = useFormat();
  const [{ company, edit }, setScreen] = useUrlState(screenFields);
  const [state, setState] = useUrlState(organizationListFields);
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: organizationFilterFields,
    state,
    setState,
    query: organizationsQuery(state),
    topics: ['organizations'],
    beside: [overviewQuery.queryKey],
  });
  const [removing, setRemoving] = useState<Organization | null>(null);
  const handlers = useMemo(
    () => ({
      onView: ({ id }: Organization) => setScreen({ company: id }),
      onEdit: ({ id }: Organization) => setScreen({ edit: id, company: '' }),
      onRemove: (chosen: Organization) => setRemoving(chosen),
    }),
    [setScreen],
  );
  const columns = useMemo(
    () => organizationColumns(t, (shown) => <OrganizationActions organization={shown} {...handlers} />),
    [t, handlers],
  );
  // 'Empresas (total)'
  const title = t('table', { total: list.data ? number(list.data.total) : '…' });
  const isBin = useShowsBin();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {isBin ? null : (
              <ListTransfers
                exported={() => ({ resource: 'organizations', filters: sentFilters(state) })}
                imported="organizations"
              />
            )}
            <Button icon={<Plus size={16} />} onClick={() => setScreen({ edit: 'new' })}>
              <span className="max-sm:sr-only">{t('create')}</span>
            </Button>
          </>
        }
      />
      {isBin ? null : <OrganizationStats onFilter={filter} />}
      {isBin ? (
        <BinPlace type="organization" />
      ) : (
        <ListScreen
          {...screen}
          columns={columns}
          view={VIEW}
          search={{
            label: t('search'),
            placeholder: t('searchPlaceholder'),
            className: 'sm:max-w-sm',
            ...searchBy('search'),
          }}
          filters={<Filters state={state} onChange={filter} />}
          narrowed={{ by: state, onChange: filter }}
          title={title}
          texts={{
            label: title,
            loading: t('loading'),
            loadFailed: t('loadFailed'),
            pages: t('pages.label'),
            nothingFound: t('empty'),
          }}
          empty={{ icon: <Building2 size={20} />, title: t('emptyAtAll'), description: t('emptyAtAllHint') }}
          onOpenRow={handlers.onView}
        />
      )}
      {company !== '' || edit !== '' || removing ? (
        <Suspense>
          <OrganizationDialogs
            viewed={company}
            edited={edit}
            removed={removing}
            handlers={handlers}
            onClose={() =>
              setScreen((now) =>
                now.company === company && now.edit === edit ? { company: '', edit: '' } : {},
              )
            }
            onRemovalClose={() => setRemoving(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type FiltersProps = {
  state: OrganizationListFilters;
  onChange: (change: Partial<OrganizationListFilters>) => void;
};

/** Status, plan, and the way to the bin. */
function Filters({ state, onChange }: FiltersProps) {
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
