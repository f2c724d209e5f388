import { Banner } from '@atalaya/ui/banner';
import { Card } from '@atalaya/ui/card';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { Settings } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

type Issuer = NonNullable<Settings['invoice_issuer']>;

/** Who issues the invoices; what is missing is said here, where it can be mended, and on no customer's invoice. */
export function IssuerCard({ issuer: { name, tax_id, address } }: { issuer: Issuer }) {
  const t = useTexts(settingsTexts);
  const facts = [
    [t('issuer.name'), name],
    [t('issuer.taxId'), tax_id ?? t('none')],
    [t('issuer.address'), address ?? t('none')],
  ] as const;
  return (
    <Card title={t('issuer.title')} description={t('issuer.description')}>
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-0.5 whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {tax_id === null ? (
        <Banner tone="warning" title={t('issuer.noTaxId')} className="mt-4">
          {t('issuer.noTaxIdHint')}
        </Banner>
      ) : null}
    </Card>
  );
}
