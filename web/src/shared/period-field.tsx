import { DateRange, type DateRangeProps, type DayRange } from '@atalaya/ui/date-range';
import { useLanguage } from '../platform/messages/language.tsx';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import { localDay } from './local-day.ts';

type PeriodFieldProps = Pick<DateRangeProps, 'presets' | 'max'> & {
  label: string;
  /** The bounds that count; null: all dates. */
  value: DayRange | null;
  /** Days, 'YYYY-MM-DD', or '' for each where the period is taken away. */
  onChange: (change: { from: string; to: string }) => void;
  /** The text of the button while nothing is chosen, and of what takes a period away. */
  placeholder?: string;
  clear?: string;
};

/** The days to which a list or a report is narrowed. */
export function PeriodField({ label, value, onChange, placeholder, clear, ...kept }: PeriodFieldProps) {
  const t = useTexts(listsTexts);
  const { language } = useLanguage();
  return (
    <DateRange
      {...kept}
      locale={language}
      today={localDay()}
      value={value}
      onValueChange={(range) => onChange(range ?? { from: '', to: '' })}
      texts={{
        label,
        placeholder: placeholder ?? t('period.all'),
        from: t('period.from'),
        to: t('period.to'),
        previousMonth: t('period.previousMonth'),
        nextMonth: t('period.nextMonth'),
        clear: clear ?? t('period.all'),
      }}
    />
  );
}
