import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { useUrlState } from '../../shared/url-state.ts';
import { useListScreen } from '../../shared/use-list-screen.ts';
import { OrganizationActions, type OrganizationHandlers } from './organization-actions.tsx';
import { organizationColumns } from './organization-columns.tsx';
import { OrganizationFilters } from './organization-filters.tsx';
import { OrganizationStats } from './organization-stats.tsx';
import {
  organizationFilterFields,
  organizationListFields,
  organizationsQuery,
  overviewQuery,
} from './organizations.api.ts';
import { organizationsTexts } from './organizations.es.ts';

const VIEW = { name: 'companies', hideable: ['status', 'max_users', 'created_at'] };

/** Figures over all of them, then 'Empresas (total)'. */
export function OrganizationList({ handlers }: { handlers: OrganizationHandlers }) {
  const t = useTexts(organizationsTexts);
  const { number } = useFormat();
  const [state, setState] = useUrlState(organizationListFields);
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: organizationFilterFields,
    state,
    setState,
    query: organizationsQuery(state),
    topics: ['organizations'],
    beside: [overviewQuery.queryKey],
  });
  const columns = useMemo(
    () => organizationColumns(t, (shown) => <OrganizationActions organization={shown} {...handlers} />),
    [t, handlers],
  );
  const title = t('table', { total: list.data ? number(list.data.total) : '…' });
  return (
    <>
      <OrganizationStats onFilter={filter} />
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
        filters={<OrganizationFilters state={state} onChange={filter} />}
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
    </>
  );
}
