import { Select } from '@atalaya/ui/select';
import { Switch } from '@atalaya/ui/switch';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PeriodField } from '../../shared/period-field.tsx';
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

/** Which days, how they are put together, and whether beside the period before. */
export function ReportFilters({ address, onChange, children }: ReportFiltersProps) {
  const t = useTexts(reportsTexts);
  const { period, from, to, step, compare } = address;
  const ranged = isRange(address);
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
      <PeriodField
        label={t('range.label')}
        placeholder={t('range.placeholder')}
        clear={t('range.clear')}
        value={ranged ? { from, to } : null}
        onChange={onChange}
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
