import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { lazy, Suspense } from 'react';
import { loadPart } from '../../../platform/load-part.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { FactList } from '../fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { certificateTexts } from './certificate.es.ts';
import { type Verifactu, removeCertificate, useVerifactuChanged } from './verifactu.api.ts';

const CertificateDialog = lazy(async () => ({
  default: (await loadPart(() => import('./certificate-dialog.tsx'))).CertificateDialog,
}));

type CertificateCardProps = {
  verifactu: Verifactu;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** What records are sent with: whose it is and how long it is good for; given anew and removed. */
export function CertificateCard({ verifactu, isOpen, onOpenChange }: CertificateCardProps) {
  const t = useTexts(certificateTexts);
  const { may } = usePermissions();
  const { certificate } = verifactu;
  const mayUpdate = may('verifactu.update');
  return (
    <Card
      title={t('title')}
      description={certificate ? undefined : t('none')}
      actions={
        mayUpdate ? (
          <>
            {certificate ? <RemoveButton /> : null}
            <Button onClick={() => onOpenChange(true)}>{t(certificate ? 'replace' : 'add')}</Button>
          </>
        ) : null
      }
    >
      {certificate ? <Facts certificate={certificate} verifactu={verifactu} /> : null}
      {isOpen && mayUpdate ? (
        <Suspense>
          <CertificateDialog onClose={() => onOpenChange(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

type Certificate = NonNullable<Verifactu['certificate']>;

function Facts({ certificate, verifactu }: { certificate: Certificate; verifactu: Verifactu }) {
  const t = useTexts(certificateTexts);
  const { dateTime } = useBillingFormat();
  const { kind, subject, issuer, serial, tax_id, starts_at, ends_at, is_valid, is_other } = certificate;
  return (
    <div className="grid gap-4">
      {is_valid ? null : (
        <Banner tone="danger" title={t('ended.title')}>
          {t('ended.body')}
        </Banner>
      )}
      {is_other ? (
        <Banner tone="warning" title={t('other.title')}>
          {t('other.body', { named: tax_id ?? t('noTaxId'), issuer: verifactu.tax_id ?? t('noTaxId') })}
        </Banner>
      ) : null}
      <FactList
        wide
        facts={[
          [t('kind'), t(`kinds.${kind}`)],
          [t('subject'), subject],
          [t('taxId'), tax_id ?? t('noTaxId')],
          [t('issuer'), issuer],
          [t('serial'), serial],
          [t('validity'), t('fromTo', { from: dateTime(starts_at), to: dateTime(ends_at) })],
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
