import { Button, buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { PageHeader } from '../../../shared/page-header.tsx';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { FactList } from '../../../shared/fact-list.tsx';
import { MandateList } from './mandate-list.tsx';
import { type Creditor, creditorQuery, mandatesQuery } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';
import { readMandateAddress, useMandateAddress } from './use-mandate-address.ts';

const MandateDialogs = lazyPart(() => import('./mandate-dialogs.tsx'), 'MandateDialogs');

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(mandatesQuery(readMandateAddress(search)));

/** 'Mandatos': the accounts that may be charged; for who may change them also who collects. */
export function MandatesPage() {
  const t = useTexts(mandatesTexts);
  const { may } = usePermissions();
  const [state, setState] = useMandateAddress();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          may('debitRuns.read') ? (
            <Link to="/admin/debit-runs" className={buttonClass({ variant: 'outline' })}>
              <Files size={16} aria-hidden />
              {t('runs')}
            </Link>
          ) : null
        }
      />
      <div className="grid gap-4">
        {may('mandates.update') ? (
          <CreditorCard onConfigure={() => setState({ dialog: 'creditor', mandate: '' })} />
        ) : null}
        <MandateList state={state} onChange={setState} />
      </div>
      {state.mandate !== '' || state.dialog !== null ? (
        <MandateDialogs state={state} onChange={setState} />
      ) : null}
    </>
  );
}

function CreditorCard({ onConfigure }: { onConfigure: () => void }) {
  const t = useTexts(mandatesTexts);
  const creditor = useQuery(creditorQuery());
  if (creditor.isError && !creditor.data)
    return <PartFailed text={t('loadFailed')} error={creditor.error} onRetry={creditor.refetch} />;
  // On its way it keeps its place.
  const fact = (write: (given: Creditor) => string | number | null) =>
    creditor.data ? write(creditor.data) || t('none') : '\u00a0';
  return (
    <Card
      title={t('creditor.title')}
      description={t('creditor.description')}
      aria-busy={creditor.data === undefined}
      actions={
        <Button variant="outline" disabled={creditor.data === undefined} onClick={onConfigure}>
          {t('creditor.configure')}
        </Button>
      }
    >
      <FactList
        wide
        facts={[
          [t('creditor.name'), fact(({ name }) => name)],
          [t('fields.iban'), <Long key="iban">{fact(({ iban }) => iban)}</Long>],
          [t('fields.bic'), fact(({ bic }) => bic)],
          [t('creditor.identifier'), <Long key="identifier">{fact(({ identifier }) => identifier)}</Long>],
          [t('creditor.coreDays'), fact(({ core_days }) => core_days)],
          [t('creditor.b2bDays'), fact(({ b2b_days }) => b2b_days)],
        ]}
      />
    </Card>
  );
}

/** What has two lines on a phone has the room of two before it is there. */
const Long = ({ children }: { children: ReactNode }) => (
  <span className="block max-sm:min-h-12">{children}</span>
);
