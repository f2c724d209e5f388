import { useState } from 'react';
import { DateRange, type DayRange } from '../date-range.tsx';
import { DayField } from '../day-field.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const today = '2026-11-22';
const lastWeek = { from: '2026-11-16', to: today };

export function DateRangeExample({ t, locale }: ExampleProps) {
  const [period, setPeriod] = useState<DayRange | null>(lastWeek);
  const texts = {
    label: t.period,
    placeholder: t.choose,
    from: t.from,
    to: t.to,
    previousMonth: t.previous,
    nextMonth: t.next,
    clear: t.clear,
  };
  return (
    <div className="flex flex-wrap gap-4">
      <DateRange
        {...{ texts, locale, today }}
        min="2026-01-01"
        max={today}
        value={period}
        onValueChange={setPeriod}
        presets={[{ key: 'week', label: t.week, range: lastWeek }]}
      />
      <DateRange {...{ texts, locale, today }} disabled value={null} onValueChange={() => undefined} />
      <DayField
        hideLabel
        label={t.from}
        {...{ locale }}
        defaultValue={today}
        onDayChange={() => undefined}
        pickLabel={t.choose}
      />
    </div>
  );
}
