import { buttonClass } from '@atalaya/ui/button';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ChangeState } from '../../../shared/url-state.ts';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { answerColumns, recordColumns } from './record-columns.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordVerifier } from './record-verifier.tsx';
import { sendingTexts } from './sending.es.ts';
import { type RecordAddress, recordFilterFields } from './use-record-address.ts';
import { recordsAddress, recordsQuery } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

type RecordListProps = {
  state: RecordAddress;
  onChange: ChangeState<RecordAddress>;
  /** Those of which there are records. */
  years: number[];
};

/** 'Registros (total)', the file of each year, and the verifier of the whole chain. */
export function RecordList({ state, onChange, years }: RecordListProps) {
  const t = useTexts(verifactuTexts);
  const s = useTexts(sendingTexts);
  const { language } = useLanguage();
  const format = useBillingFormat();
  const { list, screen, filter, searchBy } = useListScreen({
    filterFields: recordFilterFields,
    state,
    setState: onChange,
    query: recordsQuery(state),
    topics: ['billing'],
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  const year = Number(state.year) || years[0];
  return (
    <>
      <RecordVerifier />
      <ListScreen
        {...screen}
        columns={useMemo(
          () => [...recordColumns(t, format), ...answerColumns(s, language)],
          [t, s, format, language],
        )}
        search={{
          label: t('list.search'),
          placeholder: t('list.searchPlaceholder'),
          ...searchBy('search'),
        }}
        filters={<RecordFilters state={state} onChange={filter} years={years} />}
        actions={
          year === undefined ? null : (
            <FileLink
              href={recordsAddress(year)}
              className={buttonClass({ variant: 'outline', className: 'ml-auto' })}
            >
              {t('list.export', { year: String(year) })}
            </FileLink>
          )
        }
        title={title}
        texts={{
          label: title,
          loading: t('list.loading'),
          loadFailed: t('loadFailed'),
          pages: t('list.pages'),
          nothingFound: t('list.empty'),
        }}
        onOpenRow={({ number }) => onChange({ record: String(number) })}
        empty={{ icon: <ScrollText size={20} />, title: t('list.emptyAtAll') }}
      />
    </>
  );
}
