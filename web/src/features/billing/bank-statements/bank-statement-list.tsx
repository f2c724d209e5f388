import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ListScreen } from '../../../shared/list-screen.tsx';
import type { ChangeState } from '../../../shared/url-state.ts';
import { useListScreen } from '../../../shared/use-list-screen.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { bankStatementColumns } from './bank-statement-columns.tsx';
import { bankStatementsQuery } from './bank-statements.api.ts';
import { bankStatementsTexts } from './bank-statements.es.ts';
import type { StatementAddress } from './use-statement-address.ts';

type BankStatementListProps = { state: StatementAddress; onChange: ChangeState<StatementAddress> };

/** 'Extractos (total)'. A row opens the statement. */
export function BankStatementList({ state, onChange }: BankStatementListProps) {
  const t = useTexts(bankStatementsTexts);
  const format = useBillingFormat();
  const { list, screen } = useListScreen({
    filterFields: {},
    state,
    setState: onChange,
    query: bankStatementsQuery(state),
    topics: ['billing'],
  });
  const title = t('list.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      {...screen}
      columns={useMemo(() => bankStatementColumns(t, format), [t, format])}
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
