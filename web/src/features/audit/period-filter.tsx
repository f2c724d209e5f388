import { isDay } from '@atalaya/contract/days';
import { DateRange } from '@atalaya/ui/date-range';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditTexts } from './audit.es.ts';

type PeriodFilterProps = {
  /** Days, 'YYYY-MM-DD', or ''. */
  from: string;
  to: string;
  onChange: (change: { from: string; to: string }) => void;
};

/** A day here, so many days before today. */
function dayAgo(count: number): string {
  const date = new Date();
  date.setDate(date.getDate() - count);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

export function PeriodFilter({ from, to, onChange }: PeriodFilterProps) {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const today = dayAgo(0);
  return (
    <DateRange
      locale={language}
      today={today}
      max={today}
      value={isDay(from) && isDay(to) ? { from, to } : null}
      onValueChange={(range) => onChange(range ?? { from: '', to: '' })}
      presets={[
        { key: 'today', label: t('period.today'), range: { from: today, to: today } },
        { key: 'week', label: t('period.week'), range: { from: dayAgo(6), to: today } },
        { key: 'month', label: t('period.month'), range: { from: dayAgo(29), to: today } },
      ]}
      texts={{
        label: t('period.label'),
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
