import { Select } from '@atalaya/ui/select';
import { buttonClass } from '@atalaya/ui/button';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { FileLink } from '../../shared/file-link.tsx';
import { ListScreen } from '../../shared/list-screen.tsx';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { readState, useUrlState } from '../../shared/url-state.ts';
import { useListScreen } from '../../shared/use-list-screen.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { NOUNS, nounText, verbText, verbsOf } from './audit-sentence.ts';
import { ANYTHING, auditFields, auditQuery, exportAddress, shownFilterFields } from './audit.api.ts';
import { auditTexts } from './audit.es.ts';
import { ObjectHistory, RequestHistory } from './object-history.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { useAuditWords } from './use-audit-words.ts';

export const readAhead: ReadAhead = ({ client, search }) => {
  const state = readState(auditFields, search);
  return client.query(auditQuery(state, state.page));
};

/** 'Auditoría': every change, newest first, as sentences; or for a user their own sign-ins. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const format = useFormat();
  const { may, role, scopeOf } = usePermissions();
  const [state, setState] = useUrlState(auditFields);
  const { object, request } = state;
  const { screen, filter, searchBy } = useListScreen({
    // The history of an object, or of a request, has a heading of its own, which takes it away.
    filterFields: shownFilterFields,
    searchField: 'actor',
    state,
    setState,
    query: auditQuery(state, state.page),
  });
  const isOwn = scopeOf('audit.list') === 'own';
  const isSuperAdmin = role === 'super_admin';
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(isOwn ? 'ownSubtitle' : 'subtitle')}
        actions={
          may('audit.export') ? (
            <FileLink href={exportAddress(state)} className={buttonClass({ variant: 'outline' })}>
              {t('export')}
            </FileLink>
          ) : null
        }
      />
      {object === '' ? null : <ObjectHistory id={object} onClear={() => setState({ object: '', page: 1 })} />}
      {request === '' ? null : <RequestHistory onClear={() => setState({ request: '', page: 1 })} />}
      <section aria-label={t('table')}>
        <ListScreen
          {...screen}
          columns={useMemo(() => auditColumns(words, format, isSuperAdmin), [words, format, isSuperAdmin])}
          {...(isOwn
            ? {}
            : {
                search: {
                  label: t('filters.actor'),
                  placeholder: t('filters.actorPlaceholder'),
                  ...searchBy('actor'),
                },
              })}
          filters={
            <>
              {isOwn ? null : <ActionFilter value={state.action} onChange={(action) => filter({ action })} />}
              {isSuperAdmin ? (
                <OrganizationFilter
                  id={state.organization}
                  onChange={(organization) => filter({ organization })}
                />
              ) : null}
              <PeriodFilter from={state.from} to={state.to} onChange={filter} />
            </>
          }
          onClear={() => setState({ ...ANYTHING, page: 1 })}
          texts={{
            filters: t('filters.label'),
            label: t('table'),
            loading: t('loading'),
            loadFailed: t('loadFailed'),
            pages: t('pages.label'),
            nothingFound: t('empty'),
          }}
          empty={{
            icon: <ScrollText size={20} />,
            title: t(screen.isFiltered ? 'empty' : 'emptyAtAll'),
          }}
          emptyAlways
          onOpenRow={({ id }) => setState({ entry: id })}
        />
      </section>
      {state.entry === '' ? null : (
        <AuditDetail
          id={state.entry}
          onClose={() => setState({ entry: '' })}
          onOpen={(entry) => setState({ entry })}
          onHistory={(id) => setState({ ...ANYTHING, object: id, page: 1, entry: '' })}
          onRequest={(id) => setState({ ...ANYTHING, request: id, page: 1, entry: '' })}
        />
      )}
    </>
  );
}

/** A noun ('Usuarios'), and once there is one, what was done to it. */
function ActionFilter({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const noun = value.split('.', 1)[0] ?? '';
  return (
    <>
      <FilterSelect
        label={t('filters.noun')}
        all={t('filters.allNouns')}
        value={NOUNS.includes(noun) ? noun : null}
        onChange={(next) => onChange(next ?? '')}
        options={NOUNS.map((each) => ({ value: each, label: nounText(words, each) }))}
      />
      {verbsOf(noun).length > 1 ? (
        <Select
          hideLabel
          label={t('filters.verb')}
          value={value}
          onValueChange={onChange}
          options={[
            { value: noun, label: t('filters.allVerbs') },
            ...verbsOf(noun).map((verb) => ({
              value: `${noun}.${verb}`,
              label: verbText(words, `${noun}.${verb}`),
            })),
          ]}
        />
      ) : null}
    </>
  );
}
