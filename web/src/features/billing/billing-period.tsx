import { isBound } from '@atalaya/contract/days';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { localDay } from '../../shared/local-day.ts';
import { PeriodField } from '../../shared/period-field.tsx';
import { billingTexts } from './billing.es.ts';

type BillingPeriodProps = {
  label: string;
  /** Days, 'YYYY-MM-DD', or ''. */
  from: string;
  to: string;
  onChange: (change: { from: string; to: string }) => void;
};

/** The days to which a list of billing is narrowed. */
export function BillingPeriod({ label, from, to, onChange }: BillingPeriodProps) {
  const t = useTexts(billingTexts);
  const today = localDay();
  return (
    <PeriodField
      label={label}
      value={isBound(from) && isBound(to) ? { from, to } : null}
      onChange={onChange}
      presets={[
        { key: 'month', label: t('period.month'), range: { from: `${today.slice(0, 8)}01`, to: today } },
        { key: 'year', label: t('period.year'), range: { from: `${today.slice(0, 5)}01-01`, to: today } },
      ]}
    />
  );
}
