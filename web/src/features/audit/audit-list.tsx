import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { useUrlState } from '../../shared/url-state.ts';
import { useListScreen } from '../../shared/use-list-screen.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { ANYTHING, auditFields, auditQuery, shownFilterFields } from './audit.api.ts';
import { auditTexts } from './audit.es.ts';
import { useAuditWords } from './use-audit-words.ts';

/** Every change that one may see, newest first; a user sees their own sign-ins, and searches for no person. */
export function AuditList() {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const format = useFormat();
  const { role, scopeOf } = usePermissions();
  const isSuperAdmin = role === 'super_admin';
  const [state, setState] = useUrlState(auditFields);
  const { screen, filter, searchBy } = useListScreen({
    // The history of an object, or of a request, has a heading of its own, which takes it away.
    filterFields: shownFilterFields,
    searchField: 'actor',
    state,
    setState,
    query: auditQuery(state, state.page),
  });
  const search = {
    label: t('filters.actor'),
    placeholder: t('filters.actorPlaceholder'),
    ...searchBy('actor'),
  };
  return (
    <section aria-label={t('table')}>
      <ListScreen
        {...screen}
        columns={useMemo(() => auditColumns(words, format, isSuperAdmin), [words, format, isSuperAdmin])}
        {...(scopeOf('audit.list') === 'own' ? {} : { search })}
        filters={<AuditFilters state={state} onChange={filter} />}
        onClear={() => setState({ ...ANYTHING, page: 1 })}
        texts={{
          filters: t('filters.label'),
          label: t('table'),
          loading: t('loading'),
          loadFailed: t('loadFailed'),
          pages: t('pages.label'),
          nothingFound: t('empty'),
        }}
        empty={{ icon: <ScrollText size={20} />, title: t(screen.isFiltered ? 'empty' : 'emptyAtAll') }}
        emptyAlways
        onOpenRow={({ id }) => setState({ entry: id })}
      />
    </section>
  );
}
