import { Button, buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { FileUp, Files } from 'lucide-react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { LoadedDialog } from '../../../shared/loading-dialog.tsx';
import { PageHeader } from '../../../shared/page-header.tsx';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import { BankStatementList } from './bank-statement-list.tsx';
import { bankStatementQuery, bankStatementsQuery } from './bank-statements.api.ts';
import { bankStatementsTexts } from './bank-statements.es.ts';
import { readStatementAddress, useStatementAddress } from './use-statement-address.ts';

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
      <BankStatementList state={state} onChange={setState} />
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
