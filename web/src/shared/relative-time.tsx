import { useFormat } from '../platform/format.ts';

/** How many days ago, with the exact moment as a tooltip: 'ayer'. */
export function RelativeDays({ value }: { value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} title={format.dateTime(value)}>
      {format.days(value)}
    </time>
  );
}
