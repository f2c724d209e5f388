import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { certificateTexts } from './certificate.es.ts';
import { type Verifactu, removeCertificate, useVerifactuChanged } from './verifactu.api.ts';

const CertificateDialog = lazyPart(() => import('./certificate-dialog.tsx'), 'CertificateDialog');

type CertificateCardProps = {
  /** undefined: it is on its way, and its place is kept. */
  verifactu: Verifactu | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** What records are sent with: whose it is and how long it is good for; given anew and removed. */
export function CertificateCard({ verifactu, isOpen, onOpenChange }: CertificateCardProps) {
  const t = useTexts(certificateTexts);
  const { may } = usePermissions();
  const certificate = verifactu?.certificate ?? null;
  const mayUpdate = may('verifactu.update');
  return (
    <Card
      title={t('title')}
      description={
        // Of one height before and after it is read.
        <span className="block min-h-5 max-sm:min-h-10">
          {verifactu === undefined ? null : t(certificate ? 'present' : 'none')}
        </span>
      }
      aria-busy={verifactu === undefined}
      actions={
        mayUpdate ? (
          <>
            {certificate ? <RemoveButton /> : null}
            <Button disabled={verifactu === undefined} onClick={() => onOpenChange(true)}>
              {t(certificate ? 'replace' : 'add')}
            </Button>
          </>
        ) : null
      }
    >
      <Facts certificate={certificate} issuer={verifactu?.tax_id ?? null} />
      {isOpen && mayUpdate ? <CertificateDialog onClose={() => onOpenChange(false)} /> : null}
    </Card>
  );
}

type FactsProps = { certificate: Verifactu['certificate']; issuer: string | null };

function Facts({ certificate, issuer }: FactsProps) {
  const t = useTexts(certificateTexts);
  const { dateTime } = useBillingFormat();
  const of = (write: (given: NonNullable<Verifactu['certificate']>) => string) =>
    certificate ? write(certificate) : t('nothing');
  return (
    <div className="grid gap-4">
      {certificate && !certificate.is_valid ? (
        <Banner tone="danger" title={t('ended.title')}>
          {t('ended.body')}
        </Banner>
      ) : null}
      {certificate?.is_other ? (
        <Banner tone="warning" title={t('other.title')}>
          {t('other.body', { named: certificate.tax_id ?? t('noTaxId'), issuer: issuer ?? t('noTaxId') })}
        </Banner>
      ) : null}
      <FactList
        wide
        facts={[
          [t('kind'), of(({ kind }) => t(`kinds.${kind}`))],
          [t('subject'), of(({ subject }) => subject)],
          [t('taxId'), of(({ tax_id }) => tax_id ?? t('noTaxId'))],
          [t('issuer'), of(({ issuer: by }) => by)],
          [t('serial'), of(({ serial }) => serial)],
          [
            t('validity'),
            of(({ starts_at, ends_at }) => t('fromTo', { from: dateTime(starts_at), to: dateTime(ends_at) })),
          ],
        ]}
      />
    </div>
  );
}

function RemoveButton() {
  const t = useTexts(certificateTexts);
  const confirm = useConfirm();
  const changed = useVerifactuChanged();
  const notifyFailure = useNotifyFailure();
  const remove = () =>
    removeCertificate().then(
      () => {
        changed();
        notify.success(t('removing.done'));
        return true;
      },
      (error: unknown) => {
        notifyFailure(error);
        return false;
      },
    );
  return (
    <Button
      variant="outline"
      onClick={() =>
        void confirm({
          title: t('removing.title'),
          consequence: t('removing.body'),
          confirmLabel: t('removing.confirm'),
          carryOut: remove,
        })
      }
    >
      {t('remove')}
    </Button>
  );
}
