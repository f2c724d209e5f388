import { FileDown } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { pageField, readState, useUrlState } from '../../shared/url-state.ts';
import { useListScreen } from '../../shared/use-list-screen.ts';
import { transferColumns } from './transfer-columns.tsx';
import { transfersTexts } from './transfers.es.ts';
import { transfersQuery } from './transfers.api.ts';

const fields = { page: pageField() };

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(transfersQuery(readState(fields, search).page));

/** 'Importar y exportar': one's own, with their progress and their files. */
export function TransfersPage() {
  const t = useTexts(transfersTexts);
  const format = useFormat();
  const [state, setState] = useUrlState(fields);
  const { screen } = useListScreen({
    filterFields: {},
    state,
    setState,
    query: transfersQuery(state.page),
  });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <section aria-label={t('table')}>
        <ListScreen
          {...screen}
          columns={useMemo(() => transferColumns(t, format), [t, format])}
          texts={{
            label: t('table'),
            loading: t('loading'),
            loadFailed: t('loadFailed'),
            pages: t('pages.label'),
            nothingFound: t('empty'),
          }}
          empty={{ icon: <FileDown size={20} />, title: t('empty'), description: t('emptyBody') }}
        />
      </section>
    </>
  );
}
