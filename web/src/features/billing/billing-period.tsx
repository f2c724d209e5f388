import { DateRange } from '@atalaya/ui/date-range';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { billingTexts } from './billing.es.ts';
import { isDay } from './billing.api.ts';
import { localToday } from './billing-values.ts';

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
  const { language } = useLanguage();
  const today = localToday();
  return (
    <DateRange
      locale={language}
      today={today}
      value={isDay(from) && isDay(to) ? { from, to } : null}
      onValueChange={(range) => onChange(range ?? { from: '', to: '' })}
      presets={[
        { key: 'month', label: t('period.month'), range: { from: `${today.slice(0, 8)}01`, to: today } },
        { key: 'year', label: t('period.year'), range: { from: `${today.slice(0, 5)}01-01`, to: today } },
      ]}
      texts={{
        label,
        placeholder: t('period.placeholder'),
        from: t('period.from'),
        to: t('period.to'),
        previousMonth: t('period.previousMonth'),
        nextMonth: t('period.nextMonth'),
        clear: t('period.clear'),
      }}
    />
  );
}
