import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FactList } from '../../../shared/fact-list.tsx';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { areAnswered } from '../../../shared/together.ts';
import { DeclarationCard } from '../declarations/declaration-card.tsx';
import { exchangeRatesQuery } from '../exchange-rates/exchange-rates.api.ts';
import { RatesCard } from '../exchange-rates/rates-card.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { CertificateCard } from './certificate-card.tsx';
import type { RecordAddress } from './use-record-address.ts';
import { type Verifactu, verifactuQuery } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

const ConfigureDialog = lazyPart(() => import('./configure-dialog.tsx'), 'ConfigureDialog');

type Dialog = RecordAddress['dialog'];
type IssuerPanelProps = { dialog: Dialog; onDialog: (dialog: Dialog) => void };

/** Who issues, by which certificate, under which declaration, and at which rates of exchange. */
export function IssuerPanel({ dialog, onDialog }: IssuerPanelProps) {
  const t = useTexts(verifactuTexts);
  const verifactu = useQuery(verifactuQuery());
  const rates = useQuery(exchangeRatesQuery());
  const { may } = usePermissions();
  if (!areAnswered(verifactu, rates)) return <Skeleton className="h-72" />;
  return (
    <div className="grid gap-4">
      {verifactu.isError && !verifactu.data ? (
        <PartFailed text={t('loadFailed')} error={verifactu.error} onRetry={verifactu.refetch} />
      ) : (
        <IssuerCard verifactu={verifactu.data} onConfigure={() => onDialog('configure')} />
      )}
      <CertificateCard
        verifactu={verifactu.data}
        isOpen={dialog === 'certificate' && verifactu.data !== undefined}
        onOpenChange={(open) => onDialog(open ? 'certificate' : null)}
      />
      <DeclarationCard
        isOpen={dialog === 'declaration'}
        onOpenChange={(open) => onDialog(open ? 'declaration' : null)}
      />
      <RatesCard dialog={dialog === 'rate' || dialog === 'rates' ? dialog : null} onDialog={onDialog} />
      {dialog === 'configure' && may('verifactu.update') && verifactu.data ? (
        <ConfigureDialog verifactu={verifactu.data} onClose={() => onDialog(null)} />
      ) : null}
    </div>
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
