import { useFormat } from '../platform/format.ts';

/** dd MMM yyyy, HH:mm, to be read by everybody: a tooltip is out of reach of a keyboard and of a finger. */
export function DateAndTime({ value }: { value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} className="tabular-nums">
      {format.dateAndTime(value)}
    </time>
  );
}

/** dd MMM yyyy, with the exact moment as a tooltip. */
export function DateOnly({ value }: { value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} title={format.dateTime(value)} className="whitespace-nowrap tabular-nums">
      {format.date(value)}
    </time>
  );
}
