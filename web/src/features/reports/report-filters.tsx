import { DateRange } from '@atalaya/ui/date-range';
import { Select } from '@atalaya/ui/select';
import { Switch } from '@atalaya/ui/switch';
import type { ReactNode } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { reportsTexts } from './reports.es.ts';
import { REPORT_PERIODS, REPORT_STEPS } from './reports.api.ts';
import { isRange } from './use-report-address.ts';
import type { ChangeReportAddress, ReportAddress } from './use-report-address.ts';

type ReportFiltersProps = {
  address: ReportAddress;
  onChange: ChangeReportAddress;
  /** Further filters. */
  children?: ReactNode;
};

const localToday = () => new Intl.DateTimeFormat('sv-SE').format(new Date());

/** Which days, how they are put together, and whether beside the period before. */
export function ReportFilters({ address, onChange, children }: ReportFiltersProps) {
  const t = useTexts(reportsTexts);
  const { language } = useLanguage();
  const { period, from, to, step, compare } = address;
  const ranged = isRange(address);
  const texts = ['label', 'placeholder', 'from', 'to', 'previousMonth', 'nextMonth', 'clear'] as const;
  return (
    <div
      role="search"
      aria-label={t('filters')}
      className="mb-4 flex flex-wrap items-center gap-2 max-sm:*:grow print:hidden"
    >
      <Select
        label={t('period')}
        hideLabel
        value={ranged ? 'range' : period}
        onValueChange={(value) => {
          if (value !== 'range') onChange({ period: value, from: '', to: '' });
        }}
        options={[
          ...REPORT_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) })),
          ...(ranged ? [{ value: 'range' as const, label: t('periods.range') }] : []),
        ]}
      />
      <DateRange
        locale={language}
        today={localToday()}
        value={ranged ? { from, to } : null}
        onValueChange={(range) => onChange(range ?? { from: '', to: '' })}
        texts={
          Object.fromEntries(texts.map((key) => [key, t(`range.${key}`)])) as Record<
            (typeof texts)[number],
            string
          >
        }
      />
      <Select
        label={t('step')}
        hideLabel
        value={step ?? 'auto'}
        onValueChange={(value) => onChange({ step: value === 'auto' ? null : value })}
        options={(['auto', ...REPORT_STEPS] as const).map((value) => ({ value, label: t(`steps.${value}`) }))}
      />
      {children}
      <Switch
        label={t('compare')}
        className="items-center"
        checked={compare !== null}
        onChange={({ target }) => onChange({ compare: target.checked ? 'true' : null })}
      />
    </div>
  );
}
