import { Select } from '@atalaya/ui/select';
import { buttonClass } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { ListScreen } from '../../shared/list-screen.tsx';
import { listState } from '../../shared/list-state.ts';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { NOUNS, nounText, verbText, verbsOf } from './audit-sentence.ts';
import { auditQuery, exportAddress } from './audit.api.ts';
import { auditTexts } from './audit.es.ts';
import { ObjectHistory } from './object-history.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { useAuditWords } from './use-audit-words.ts';

/** `object`: whose history, by id, as other screens link to it. */
const filterFields = {
  actor: textField(),
  action: textField(),
  object: textField(),
  organization: textField(),
  from: textField(),
  to: textField(),
};
/** `entry`: the change that is open. */
const fields = { ...filterFields, page: pageField(), entry: textField() };

/** 'Auditoría': every change, newest first, as sentences; or for a user their own sign-ins. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const format = useFormat();
  const { may, role, scopeOf } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const { object, ...shown } = state;
  const { none, filter, clear, onPage } = listState(filterFields, state, setState);
  // The history of an object has a heading of its own, which takes it away.
  const { isFiltered } = listState(filterFields, { ...shown, object: '' }, setState);
  const isOwn = scopeOf('audit.list') === 'own';
  const isSuperAdmin = role === 'super_admin';
  const list = useQuery(auditQuery(state, state.page));
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
      {object === '' ? null : <ObjectHistory id={object} onClear={() => filter({ object: '' })} />}
      <section aria-label={t('table')}>
        <ListScreen
          list={list}
          page={state.page}
          onPage={onPage}
          columns={useMemo(() => auditColumns(words, format, isSuperAdmin), [words, format, isSuperAdmin])}
          {...(isOwn
            ? {}
            : {
                search: {
                  label: t('filters.actor'),
                  placeholder: t('filters.actorPlaceholder'),
                  value: state.actor,
                  onChange: (actor: string) => filter({ actor }, { replace: true }),
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
          isFiltered={isFiltered}
          onClear={clear}
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
            title: t(isFiltered || object !== '' ? 'empty' : 'emptyAtAll'),
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
          onHistory={(id) => setState({ ...none, object: id, page: 1, entry: '' })}
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
  const shared = { hideLabel: true, reserveLine: false };
  return (
    <>
      <Select
        {...shared}
        label={t('filters.noun')}
        value={NOUNS.includes(noun) ? noun : 'all'}
        onValueChange={(next) => onChange(next === 'all' ? '' : next)}
        options={[
          { value: 'all', label: t('filters.allNouns') },
          ...NOUNS.map((each) => ({ value: each, label: nounText(words, each) })),
        ]}
      />
      {verbsOf(noun).length > 1 ? (
        <Select
          {...shared}
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
