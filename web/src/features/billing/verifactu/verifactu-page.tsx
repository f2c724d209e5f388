import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { PageHeader } from '../../../shared/page-header.tsx';
import type { ReadAhead } from '../../../shared/read-ahead.ts';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { FactList } from '../../../shared/fact-list.tsx';
import { DeclarationCard } from '../declarations/declaration-card.tsx';
import { declarationQuery } from '../declarations/declarations.api.ts';
import { exchangeRatesQuery } from '../exchange-rates/exchange-rates.api.ts';
import { RatesCard } from '../exchange-rates/rates-card.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { CertificateCard } from './certificate-card.tsx';
import { RecordList } from './record-list.tsx';
import { SendingCard } from './sending-card.tsx';
import { areAnswered } from '../../../shared/together.ts';
import { readRecordAddress, useRecordAddress } from './use-record-address.ts';
import { type Verifactu, recordsQuery, verifactuQuery } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

const ConfigureDialog = lazyPart(() => import('./configure-dialog.tsx'), 'ConfigureDialog');

const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog');

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(recordsQuery(readRecordAddress(search)));

/** 'Registros de facturación': who issues under VERI*FACTU, and the chain of records. */
export function VerifactuPage() {
  const t = useTexts(verifactuTexts);
  const [state, setState] = useRecordAddress();
  const verifactu = useQuery(verifactuQuery());
  const declaration = useQuery(declarationQuery());
  const rates = useQuery(exchangeRatesQuery());
  const { may } = usePermissions();
  // Together: cards that came later would move those below them.
  if (!areAnswered(verifactu, declaration, rates))
    return (
      <>
        <PageHeader title={t('title')} subtitle={t('subtitle')} />
        <Skeleton className="h-72" />
      </>
    );
  const isOpen = state.dialog === 'configure' && may('verifactu.update');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid gap-4">
        {verifactu.isError && !verifactu.data ? (
          <PartFailed text={t('loadFailed')} error={verifactu.error} onRetry={verifactu.refetch} />
        ) : (
          <IssuerCard verifactu={verifactu.data} onConfigure={() => setState({ dialog: 'configure' })} />
        )}
        <CertificateCard
          verifactu={verifactu.data}
          isOpen={state.dialog === 'certificate' && verifactu.data !== undefined}
          onOpenChange={(open) => setState({ dialog: open ? 'certificate' : null })}
        />
        <SendingCard verifactu={verifactu.data} />
        <DeclarationCard
          isOpen={state.dialog === 'declaration'}
          onOpenChange={(open) => setState({ dialog: open ? 'declaration' : null })}
        />
        <RatesCard
          dialog={state.dialog === 'rate' || state.dialog === 'rates' ? state.dialog : null}
          onDialog={(dialog) => setState({ dialog })}
        />
        <RecordList state={state} onChange={setState} years={verifactu.data?.years ?? []} />
      </div>
      {state.record ? (
        <RecordDialog
          number={Number(state.record)}
          onOpen={(number) => setState({ record: String(number) })}
          onClose={() => setState({ record: '' })}
        />
      ) : null}
      {isOpen && verifactu.data ? (
        <ConfigureDialog verifactu={verifactu.data} onClose={() => setState({ dialog: null })} />
      ) : null}
    </>
  );
}

type IssuerCardProps = {
  /** undefined: it is on its way, and its place is kept. */
  verifactu: Verifactu | undefined;
  onConfigure: () => void;
};

/** What is configured; changed only until there is a record. */
function IssuerCard({ verifactu, onConfigure }: IssuerCardProps) {
  const t = useTexts(verifactuTexts);
  const { may } = usePermissions();
  const { day } = useBillingFormat();
  const isFixed = verifactu !== undefined && verifactu.records > 0;
  const fact = (write: (given: Verifactu) => string) => (verifactu ? write(verifactu) : '\u00a0');
  return (
    <Card
      title={t('issuer.title')}
      description={isFixed ? t('issuer.fixed') : undefined}
      aria-busy={verifactu === undefined}
      actions={
        isFixed || !may('verifactu.update') ? null : (
          <Button disabled={verifactu === undefined} onClick={onConfigure}>
            {t('issuer.configure')}
          </Button>
        )
      }
    >
      <FactList
        wide
        facts={[
          [t('issuer.state'), fact(({ is_on }) => t(is_on ? 'issuer.on' : 'issuer.off'))],
          [t('issuer.taxId'), fact(({ tax_id }) => tax_id ?? t('issuer.none'))],
          [t('issuer.name'), fact(({ name }) => name)],
          [t('issuer.installation'), fact(({ installation }) => installation ?? t('issuer.noInstallation'))],
          [t('issuer.environment'), fact(({ environment }) => t(`environments.${environment}`))],
          [t('issuer.startsOn'), fact(({ starts_on }) => day(starts_on))],
        ]}
      />
    </Card>
  );
}
