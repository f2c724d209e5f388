import { useFormat } from '../platform/format.ts';

/** '5 mar 2026, 14:07', for every reader: a tooltip is out of reach of a keyboard and of a finger. */
export function DateAndTime({ value }: { value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} className="tabular-nums">
      {format.dateTime(value)}
    </time>
  );
}

/** '5 mar 2026', with the exact moment as a tooltip. */
export function DateOnly({ value }: { value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} title={format.dateTime(value)} className="whitespace-nowrap tabular-nums">
      {format.date(value)}
    </time>
  );
}
