import { VERIFACTU_RECORD_KINDS, VERIFACTU_RECORD_STATES } from '@atalaya/contract/choices';
import { Banner } from '@atalaya/ui/banner';
import { Button, buttonClass } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import type { Language } from '../../../platform/messages/chosen-language.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { RecordBadge, errorText } from './record-state.tsx';
import { type sendingEs, sendingTexts } from './sending.es.ts';
import { type RecordAddress, recordFilterFields } from './use-record-address.ts';
import {
  type Verification,
  type VerifactuRecord,
  recordsAddress,
  recordsQuery,
  verifyRecords,
} from './verifactu.api.ts';
import { type verifactuEs, verifactuTexts } from './verifactu.es.ts';

type RecordListProps = {
  state: RecordAddress;
  onChange: (change: Partial<RecordAddress>, options?: { replace?: boolean }) => void;
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
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  const year = Number(state.year) || years[0];
  return (
    <>
      <Verifier />
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
        filters={
          <>
            <FilterSelect
              label={t('list.kind')}
              all={t('list.allKinds')}
              value={state.kind}
              onChange={(kind) => filter({ kind })}
              options={VERIFACTU_RECORD_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
            <FilterSelect
              label={s('state')}
              all={s('allStates')}
              value={state.status}
              onChange={(status) => filter({ status })}
              options={VERIFACTU_RECORD_STATES.map((value) => ({ value, label: s(`states.${value}`) }))}
            />
            <FilterSelect
              label={t('list.year')}
              all={t('list.allYears')}
              value={state.year || null}
              onChange={(chosen) => filter({ year: chosen ?? '' })}
              options={years.map((value) => ({ value: String(value), label: String(value) }))}
            />
          </>
        }
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

function recordColumns(
  t: Translate<typeof verifactuEs>,
  { number, money, dateTime }: ReturnType<typeof useBillingFormat>,
): ListColumn<VerifactuRecord>[] {
  return [
    { key: 'number', title: t('list.number'), width: '5rem', render: (row) => number(row.number) },
    {
      key: 'invoice',
      title: t('list.invoice'),
      card: 'first',
      width: '9rem',
      render: ({ invoice }) => (
        <span className="font-medium whitespace-nowrap tabular-nums">{invoice.code}</span>
      ),
    },
    {
      key: 'kind',
      title: t('list.kind'),
      card: 'first',
      width: '7rem',
      render: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      key: 'invoice_type',
      title: t('list.type'),
      width: '4rem',
      render: ({ invoice_type }) => invoice_type ?? t('issuer.none'),
    },
    {
      key: 'total_cents',
      title: t('list.total'),
      width: '8rem',
      align: 'end',
      render: ({ total_cents }) => (total_cents === null ? t('issuer.none') : money(total_cents, 'EUR')),
    },
    {
      key: 'recorded_at',
      title: t('list.recordedAt'),
      width: '11rem',
      render: ({ recorded_at }) => <time dateTime={recorded_at}>{dateTime(recorded_at)}</time>,
    },
    {
      key: 'environment',
      title: t('list.environment'),
      width: '6rem',
      render: ({ environment }) => t(`environments.${environment}`),
    },
    {
      key: 'hash',
      title: t('list.hash'),
      render: ({ hash }) => (
        <span className="block w-32 min-w-full truncate font-mono text-xs" title={hash}>
          {hash}
        </span>
      ),
    },
  ];
}

/** What became of a record, and what the agency says of it. */
function answerColumns(t: Translate<typeof sendingEs>, language: Language): ListColumn<VerifactuRecord>[] {
  return [
    {
      key: 'state',
      title: t('state'),
      card: 'first',
      width: '11rem',
      render: ({ state }) => <RecordBadge state={state} />,
    },
    {
      key: 'error',
      title: t('answer'),
      width: '16rem',
      render: ({ error }) => (error ? errorText(error, language) : null),
    },
  ];
}

/** Recomputes the chain when it is asked to, and says what is wrong with which record. */
function Verifier() {
  const t = useTexts(verifactuTexts);
  const notifyFailure = useNotifyFailure();
  const { mutate, data, isPending } = useMutation({ mutationFn: verifyRecords, onError: notifyFailure });
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="outline" busy={isPending} onClick={() => mutate()}>
          {t('verifying.start')}
        </Button>
      </div>
      <div role="status">{data ? <Outcome {...data} /> : null}</div>
    </div>
  );
}

function Outcome({ records, problems }: Verification) {
  const t = useTexts(verifactuTexts);
  if (problems.length === 0) return <Banner tone="success" title={t('verifying.whole', { records })} />;
  const textOf = ({ number, code, kind }: Verification['problems'][number]) => {
    const what = t(`problems.${kind}`);
    if (code === null) return t('verifying.unnamed', { number: String(number), what });
    return number === 0
      ? t('verifying.invoice', { code, what })
      : t('verifying.record', { number: String(number), code, what });
  };
  return (
    <Banner tone="danger" title={t('verifying.broken', { problems: problems.length, records })}>
      <ul>
        {problems.slice(0, 100).map((problem) => (
          <li key={`${String(problem.number)} ${problem.code ?? ''} ${problem.kind}`}>{textOf(problem)}</li>
        ))}
      </ul>
    </Banner>
  );
}
