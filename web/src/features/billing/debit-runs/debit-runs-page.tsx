import { buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { Landmark, ScrollText } from 'lucide-react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { LoadedDialog } from '../../../shared/loading-dialog.tsx';
import { PageHeader } from '../../../shared/page-header.tsx';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import type { ChangeState } from '../../../shared/url-state.ts';
import { DebitRunList } from './debit-run-list.tsx';
import { debitRunQuery, debitRunsQuery } from './debit-runs.api.ts';
import { debitRunsTexts } from './debit-runs.es.ts';
import { type DebitRunAddress, readDebitRunAddress, useDebitRunAddress } from './use-debit-run-address.ts';

const DebitRunDialog = lazyPart(() => import('./debit-run-dialog.tsx'), 'DebitRunDialog');
const NewRunDialog = lazyPart(() => import('./new-run-dialog.tsx'), 'NewRunDialog');
const ReturnDialog = lazyPart(() => import('./return-dialog.tsx'), 'ReturnDialog');

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(debitRunsQuery(readDebitRunAddress(search)));

/** 'Remesas': what the banks were given to collect. */
export function DebitRunsPage() {
  const t = useTexts(debitRunsTexts);
  const { may } = usePermissions();
  const [state, setState] = useDebitRunAddress();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Link to="/admin/bank-statements" className={buttonClass({ variant: 'outline' })}>
              <ScrollText size={16} aria-hidden />
              {t('statements')}
            </Link>
            <Link to="/admin/mandates" className={buttonClass({ variant: 'outline' })}>
              <Landmark size={16} aria-hidden />
              {t('mandates')}
            </Link>
          </>
        }
      />
      <DebitRunList state={state} onChange={setState} />
      {state.run !== '' ? <RunDialogs key={state.run} state={state} onChange={setState} /> : null}
      {state.run === '' && state.dialog === 'new' && may('debitRuns.update') ? (
        <NewRunDialog
          onMade={(run) => setState({ dialog: null, run })}
          onClose={() => setState({ dialog: null })}
        />
      ) : null}
    </>
  );
}

/** A run, and what of it came back: afterwards it is shown again. */
function RunDialogs({ state, onChange }: { state: DebitRunAddress; onChange: ChangeState<DebitRunAddress> }) {
  const t = useTexts(debitRunsTexts);
  const close = () => onChange({ run: '', debit: '', dialog: null });
  return (
    <LoadedDialog
      title={t('title')}
      closeLabel={t('close')}
      loading={t('loading')}
      failed={t('loadFailed')}
      gone={{ title: t('goneTitle'), text: t('gone'), all: t('all') }}
      query={debitRunQuery(state.run)}
      onClose={close}
    >
      {(run) => {
        const debit = run.items.find(({ id }) => id === state.debit);
        if (debit) return <ReturnDialog debit={debit} onClose={() => onChange({ debit: '' })} />;
        return <DebitRunDialog run={run} onReturn={(id) => onChange({ debit: id })} onClose={close} />;
      }}
    </LoadedDialog>
  );
}
