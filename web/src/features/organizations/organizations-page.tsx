import { ORGANIZATION_SORTS } from '@atalaya/contract/choices';
import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useQuery } from '@tanstack/react-query';
import { Building2, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ExportButton, ImportButton } from '../transfers/transfers.face.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { listFields, listState } from '../../shared/list-state.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { RemoteSelect } from '../../shared/remote-select.tsx';
import { type StateOf, choiceField, dayField, textField, useUrlState } from '../../shared/url-state.ts';
import { companiesTexts } from './organizations.es.ts';
import { type Company, companiesQuery, overviewQuery, sentFilters } from './organizations.api.ts';
import { CompanyActions } from './organization-actions.tsx';
import { companyColumns } from './organization-columns.tsx';
import { CompanyDialogs } from './organization-dialogs.tsx';
import { CompanyStats } from './organization-stats.tsx';

/** `company`: whose detail is open; `edit`: who is being edited, or 'new'. */
const screenFields = { company: textField(), edit: textField() };
const filterFields = {
  search: textField(),
  status: choiceField([...SUBSCRIPTION_STATUSES, 'bin'], null),
  plan: textField(),
  created_from: dayField(),
  created_to: dayField(),
};
const fields = listFields(filterFields, ORGANIZATION_SORTS, 'created_at');
const VIEW = { name: 'companies', hideable: ['status', 'max_users', 'created_at'] };

/** 'Empresas Cliente', for a super_admin. */
export function CompaniesPage() {
  const t = useTexts(companiesTexts);
  const { number } = useFormat();
  const [{ company, edit }, setScreen] = useUrlState(screenFields);
  const [state, setState] = useUrlState(fields);
  const { filter, clear, isFiltered, onSort, onPage } = listState(filterFields, state, setState);
  const [removing, setRemoving] = useState<Company | null>(null);
  const handlers = useMemo(
    () => ({
      onView: ({ id }: Company) => setScreen({ company: id }),
      onEdit: ({ id }: Company) => setScreen({ edit: id, company: '' }),
      onRemove: (chosen: Company) => setRemoving(chosen),
    }),
    [setScreen],
  );
  const columns = useMemo(
    () => companyColumns(t, (shown) => <CompanyActions company={shown} {...handlers} />),
    [t, handlers],
  );
  const list = useQuery(companiesQuery(state));
  // 'Empresas (total)'
  const title = t('table', { total: list.data ? number(list.data.total) : '…' });
  const { status, ...others } = state;
  const isBin = status === 'bin';
  const isBinAlone = isBin && !listState(filterFields, { ...others, status: null }, setState).isFiltered;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ExportButton what={() => ({ resource: 'organizations', filters: sentFilters(state) })} />
            <ImportButton resource="organizations" />
            <Button icon={<Plus size={16} />} onClick={() => setScreen({ edit: 'new' })}>
              {t('create')}
            </Button>
          </>
        }
      />
      <CompanyStats onFilter={filter} />
      <ListScreen
        list={list}
        page={state.page}
        onPage={onPage}
        columns={columns}
        sort={{ key: state.sort, direction: state.order }}
        onSort={onSort}
        view={VIEW}
        search={{
          label: t('search'),
          placeholder: t('searchPlaceholder'),
          value: state.search,
          onChange: (search) => filter({ search }, { replace: true }),
          className: 'sm:max-w-sm',
        }}
        filters={<Filters state={state} onChange={filter} />}
        narrowed={{ by: state, onChange: filter }}
        isFiltered={isFiltered}
        onClear={clear}
        title={title}
        texts={{
          label: title,
          loading: t('loading'),
          loadFailed: t('loadFailed'),
          pages: t('pages.label'),
          nothingFound: t('empty'),
        }}
        empty={
          isBinAlone
            ? { icon: <Trash2 size={20} />, title: t('emptyBin') }
            : { icon: <Building2 size={20} />, title: t('emptyAtAll'), description: t('emptyAtAllHint') }
        }
        emptyAlways={isBinAlone}
        onOpenRow={isBin ? undefined : handlers.onView}
      />
      {company !== '' || edit !== '' || removing ? (
        <CompanyDialogs
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
      ) : null}
    </>
  );
}

type CompanyFilters = StateOf<typeof filterFields>;
type FiltersProps = { state: CompanyFilters; onChange: (change: Partial<CompanyFilters>) => void };

/** Status (the bin among them) and plan. */
function Filters({ state, onChange }: FiltersProps) {
  const t = useTexts(companiesTexts);
  const overview = useQuery(overviewQuery);
  const plans = overview.data?.plans ?? [];
  return (
    <>
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
    </>
  );
}
