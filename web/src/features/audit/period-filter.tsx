import { isDay } from '@atalaya/contract/days';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { localDay } from '../../shared/local-day.ts';
import { PeriodField } from '../../shared/period-field.tsx';
import { auditTexts } from './audit.es.ts';

type PeriodFilterProps = {
  /** Days, 'YYYY-MM-DD', or ''. */
  from: string;
  to: string;
  onChange: (change: { from: string; to: string }) => void;
};

/** The days whose changes are shown. */
export function PeriodFilter({ from, to, onChange }: PeriodFilterProps) {
  const t = useTexts(auditTexts);
  const today = localDay();
  return (
    <PeriodField
      label={t('period.label')}
      max={today}
      value={isDay(from) && isDay(to) ? { from, to } : null}
      onChange={onChange}
      presets={[
        { key: 'today', label: t('period.today'), range: { from: today, to: today } },
        { key: 'week', label: t('period.week'), range: { from: localDay(-6), to: today } },
        { key: 'month', label: t('period.month'), range: { from: localDay(-29), to: today } },
      ]}
    />
  );
}
