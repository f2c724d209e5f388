import { Button, buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { FileUp, Files, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { type Translate, useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { LoadedDialog } from '../../../shared/loading-dialog.tsx';
import { PageHeader } from '../../../shared/page-header.tsx';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { type BankStatement, bankStatementQuery, bankStatementsQuery } from './bank-statements.api.ts';
import { type bankStatementsEs, bankStatementsTexts } from './bank-statements.es.ts';
import {
  type ChangeStatementAddress,
  type StatementAddress,
  readStatementAddress,
  useStatementAddress,
} from './use-statement-address.ts';

const StatementDialog = lazyPart(() => import('./statement-dialog.tsx'), 'StatementDialog');
const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'), 'UploadDialog');

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(bankStatementsQuery(readStatementAddress(search)));

/** 'Extractos': what moved on the account, and what it was. */
export function BankStatementsPage() {
  const t = useTexts(bankStatementsTexts);
  const { may } = usePermissions();
  const [state, setState] = useStatementAddress();
  const close = () => setState({ statement: '', dialog: null });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Link to="/admin/debit-runs" className={buttonClass({ variant: 'outline' })}>
              <Files size={16} aria-hidden />
              {t('runs')}
            </Link>
            {may('bankStatements.update') ? (
              <Button icon={<FileUp size={16} />} onClick={() => setState({ dialog: 'upload' })}>
                {t('list.add')}
              </Button>
            ) : null}
          </>
        }
      />
      <StatementList state={state} onChange={setState} />
      {state.statement === '' ? null : (
        <LoadedDialog
          key={state.statement}
          title={t('title')}
          closeLabel={t('close')}
          loading={t('loading')}
          failed={t('loadFailed')}
          gone={{ title: t('goneTitle'), text: t('gone'), all: t('all') }}
          query={bankStatementQuery(state.statement)}
          onClose={close}
        >
          {(statement) => <StatementDialog statement={statement} onClose={close} />}
        </LoadedDialog>
      )}
      {state.statement === '' && state.dialog === 'upload' && may('bankStatements.update') ? (
        <UploadDialog
          onTaken={(statement) => setState({ dialog: null, statement: statement ?? '' })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function StatementList({ state, onChange }: { state: StatementAddress; onChange: ChangeStatementAddress }) {
  const t = useTexts(bankStatementsTexts);
  const format = useBillingFormat();
  const { list, screen } = useListScreen({
    filterFields: {},
    state,
    setState: onChange,
    query: bankStatementsQuery(state),
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => statementColumns(t, format), [t, format])}
      title={title}
      texts={{
        label: title,
        loading: t('loading'),
        loadFailed: t('loadFailed'),
        pages: t('list.pages'),
        nothingFound: t('list.empty'),
      }}
      empty={{ icon: <ScrollText size={20} />, title: t('list.emptyAtAll') }}
      onOpenRow={({ id }) => onChange({ statement: id })}
    />
  );
}

function statementColumns(
  t: Translate<typeof bankStatementsEs>,
  { day, money, number }: ReturnType<typeof useBillingFormat>,
): ListColumn<BankStatement>[] {
  return [
    {
      key: 'closed_on',
      title: t('fields.closedOn'),
      card: 'first',
      width: '8rem',
      render: ({ closed_on }) => day(closed_on),
    },
    {
      key: 'account',
      title: t('fields.account'),
      render: ({ account }) => <span className="tabular-nums wrap-anywhere">{account}</span>,
    },
    { key: 'reference', title: t('fields.reference'), render: ({ reference }) => reference },
    {
      key: 'closing_cents',
      title: t('fields.closing'),
      align: 'end',
      width: '9rem',
      render: ({ closing_cents }) => <span className="tabular-nums">{money(closing_cents, 'EUR')}</span>,
    },
    {
      key: 'entries',
      title: t('fields.entries'),
      align: 'end',
      width: '8rem',
      render: ({ entries }) => <span className="tabular-nums">{number(entries)}</span>,
    },
    {
      key: 'open_entries',
      title: t('fields.open'),
      card: 'first',
      align: 'end',
      width: '8rem',
      render: ({ open_entries }) => <span className="tabular-nums">{number(open_entries)}</span>,
    },
  ];
}
