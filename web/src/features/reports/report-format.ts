import { dayOfNumber } from '@atalaya/contract/days';
import { numberFormat } from '@atalaya/contract/formats';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import type { Format } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import type { ReportColumn } from './reports.api.ts';

export type Unit = ReportColumn['unit'];
export type ReportFormat = ReturnType<typeof reportFormat>;

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const SIGNED = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time by its two largest units: '2 h 5 min'. */
export function durationOf(seconds: number, language: string): string {
  const at = STEPS.findIndex(([, length]) => seconds >= length);
  const [largest, next] = STEPS.slice(at < 0 ? STEPS.length - 1 : at);
  const write = (unit: string, value: number) =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (!largest) return write('second', 0);
  const whole = Math.floor(seconds / largest[1]);
  const rest = next ? Math.floor((seconds % largest[1]) / next[1]) : 0;
  return rest > 0 && next ? `${write(largest[0], whole)} ${write(next[0], rest)}` : write(largest[0], whole);
}

/** Values as their unit writes them; null is a dash. */
function reportFormat(format: Format, language: string) {
  const compact = numberFormat(language, COMPACT);
  const signed = numberFormat(language, SIGNED);
  const day = (value: string) => format.date(`${value}T12:00:00`);
  return {
    value(value: number | null | undefined, unit: Unit, currency: string | null): string {
      if (value === null || value === undefined) return '–';
      switch (unit) {
        case 'cents':
          return format.money(value, currency ?? undefined);
        case 'share':
          return format.percent(value);
        case 'seconds':
          return durationOf(value, language);
        case 'count':
          return format.number(value);
        case 'day':
          return day(dayOfNumber(value));
      }
    },
    /** On an axis: short. */
    tick: (value: number, unit: Unit) =>
      unit === 'seconds'
        ? durationOf(value, language)
        : compact.format(unit === 'cents' ? value / 100 : value),
    change: (ratio: number) => signed.format(ratio),
    day,
    shortDay: (value: string) => format.shortDate(`${value}T12:00:00`),
    dateTime: (at: string) => (at.length > 10 ? format.dateTime(at) : format.date(`${at}T12:00:00`)),
    number: format.number,
  };
}

export function useReportFormat(): ReportFormat {
  const format = useFormat();
  const { language } = useLanguage();
  return useMemo(() => reportFormat(format, language), [format, language]);
}
