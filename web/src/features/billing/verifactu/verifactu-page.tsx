import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Skeleton } from '@atalaya/ui/skeleton';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { PageHeader } from '../../../shared/page-header.tsx';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { areAnswered } from '../../../shared/together.ts';
import { useNewsOf } from '../../../shared/use-live-list.ts';
import { declarationQuery } from '../declarations/declarations.api.ts';
import { declarationsTexts } from '../declarations/declarations.es.ts';
import { IssuerPanel } from './issuer-panel.tsx';
import { RecordList } from './record-list.tsx';
import { SendingCard } from './sending-card.tsx';
import { type RecordAddress, readRecordAddress, useRecordAddress } from './use-record-address.ts';
import { recordsQuery, verifactuQuery } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog');

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(recordsQuery(readRecordAddress(search)));

/** 'Registros de facturación': the chain of records and its sending, and who issues under VERI*FACTU. */
export function VerifactuPage() {
  const t = useTexts(verifactuTexts);
  const [state, setState] = useRecordAddress();
  const verifactu = useQuery(verifactuQuery());
  const declaration = useQuery(declarationQuery());
  useNewsOf(['billing'], () => void verifactu.refetch());
  // Together: what is above the records would move them, and which of both is shown first depends on it.
  if (!areAnswered(verifactu, declaration))
    return (
      <>
        <PageHeader title={t('title')} subtitle={t('subtitle')} />
        <Skeleton className="h-72" />
      </>
    );
  const first = verifactu.data?.is_on ? 'records' : 'issuer';
  const openDialog = (dialog: RecordAddress['dialog']) => setState({ tab: 'issuer', dialog });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Tabs
        label={t('views')}
        // Each dialog belongs to the issuer.
        value={state.dialog ? 'issuer' : (state.tab ?? first)}
        onValueChange={(tab) => setState({ tab })}
        items={[
          { value: 'records', label: t('tabs.records') },
          { value: 'issuer', label: t('tabs.issuer') },
        ]}
      >
        <TabPanel value="records">
          <div className="grid gap-4">
            {declaration.data?.signed === null ? <Unsigned onOpen={() => openDialog('declaration')} /> : null}
            {verifactu.isError && !verifactu.data ? (
              <PartFailed text={t('loadFailed')} error={verifactu.error} onRetry={verifactu.refetch} />
            ) : (
              <SendingCard verifactu={verifactu.data} />
            )}
            <RecordList state={state} onChange={setState} years={verifactu.data?.years ?? []} />
          </div>
        </TabPanel>
        <TabPanel value="issuer">
          <IssuerPanel dialog={state.dialog} onDialog={openDialog} />
        </TabPanel>
      </Tabs>
      {state.record ? (
        <RecordDialog
          number={Number(state.record)}
          onOpen={(number) => setState({ record: String(number) })}
          onClose={() => setState({ record: '' })}
        />
      ) : null}
    </>
  );
}

/** The declaration is missing for as long as invoices are recorded without it. */
function Unsigned({ onOpen }: { onOpen: () => void }) {
  const t = useTexts(declarationsTexts);
  return (
    <Banner
      tone="danger"
      title={t('unsignedTitle')}
      action={
        <Button variant="outline" size="sm" onClick={onOpen}>
          {t('readOnly')}
        </Button>
      }
    />
  );
}
