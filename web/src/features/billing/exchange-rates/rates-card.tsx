import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { type ExchangeRate, exchangeRatesQuery } from './exchange-rates.api.ts';
import { exchangeRatesTexts } from './exchange-rates.es.ts';

const RateDialog = lazyPart(() => import('./rate-dialog.tsx'), 'RateDialog');
const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'), 'UploadDialog');

type RatesCardProps = {
  dialog: 'rate' | 'rates' | null;
  onDialog: (dialog: 'rate' | 'rates' | null) => void;
};

/** What euros cost in other currencies, by which invoices in them say their tax; given by hand or by a file. */
export function RatesCard({ dialog, onDialog }: RatesCardProps) {
  const t = useTexts(exchangeRatesTexts);
  const { may } = usePermissions();
  const { data, isError, error, refetch } = useQuery(exchangeRatesQuery());
  if (!data)
    return isError ? (
      <PartFailed text={t('loadFailed')} error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="h-36" />
    );
  const mayUpdate = may('verifactu.update');
  const close = () => onDialog(null);
  return (
    <Card
      title={t('title')}
      description={t('description')}
      actions={
        mayUpdate ? (
          <>
            <Button variant="outline" onClick={() => onDialog('rates')}>
              {t('uploading.open')}
            </Button>
            <Button onClick={() => onDialog('rate')}>{t('give.open')}</Button>
          </>
        ) : null
      }
    >
      {data.items.length === 0 ? <p className="text-muted">{t('none')}</p> : <Rates rates={data.items} />}
      {dialog === 'rate' && mayUpdate ? <RateDialog onClose={close} /> : null}
      {dialog === 'rates' && mayUpdate ? <UploadDialog onClose={close} /> : null}
    </Card>
  );
}

function Rates({ rates }: { rates: ExchangeRate[] }) {
  const t = useTexts(exchangeRatesTexts);
  const { day, exchangeRate } = useBillingFormat();
  return (
    <ul aria-label={t('list')} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {rates.map(({ currency, rate_micros, source, day: of, is_in_force }) => (
        <li key={currency}>
          <p className="tabular-nums">
            {t('rate', { rate: exchangeRate(rate_micros), currency })}{' '}
            {is_in_force ? null : <Badge tone="warning">{t('old')}</Badge>}
          </p>
          <p className="text-sm text-muted wrap-anywhere">{t('of', { source, day: day(of) })}</p>
        </li>
      ))}
    </ul>
  );
}
