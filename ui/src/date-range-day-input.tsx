import { useRef } from 'react';
import type { Day } from './date-range-days.ts';
import { DayField } from './day-field.tsx';

interface DayInputProps {
  label: string;
  locale: string;
  value: Day | null;
  min?: Day | undefined;
  max?: Day | undefined;
  onDay: (day: Day) => void;
}

/** Speaks on leaving it, since a half-typed year is a valid day too. */
export function DayInput({ label, locale, value, min, max, onDay }: DayInputProps) {
  const typed = useRef<Day | null>(null);
  return (
    <DayField
      label={label}
      locale={locale}
      value={value}
      onDayChange={(day) => (typed.current = day)}
      onBlur={() => {
        const day = typed.current;
        typed.current = null;
        const isWithin = day !== null && (!min || day >= min) && (!max || day <= max);
        if (isWithin && day !== value) onDay(day);
      }}
    />
  );
}
