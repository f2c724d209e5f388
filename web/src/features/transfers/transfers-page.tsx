import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { listState } from '../../shared/list-state.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { pageField, useUrlState } from '../../shared/url-state.ts';
import { transferColumns } from './transfer-columns.tsx';
import { transfersTexts } from './transfers.es.ts';
import { transfersQuery } from './transfers.api.ts';

const fields = { page: pageField() };

/** 'Importar y exportar': one's own, with their progress and their files. */
export function TransfersPage() {
  const t = useTexts(transfersTexts);
  const format = useFormat();
  const [state, setState] = useUrlState(fields);
  const { page } = state;
  const { clear, onPage } = listState({}, state, setState);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <section aria-label={t('table')}>
        <ListScreen
          list={useQuery(transfersQuery(page))}
          page={page}
          onPage={onPage}
          columns={useMemo(() => transferColumns(t, format), [t, format])}
          isFiltered={false}
          onClear={clear}
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
