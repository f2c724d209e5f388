import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ticketsTexts } from './tickets.es.ts';

/** 'Hace menos de 1 hora', 'Hace 3 horas', 'Hace 2 días', with the exact moment as a tooltip. */
export function TicketAge({ value }: { value: string }) {
  const t = useTexts(ticketsTexts);
  const format = useFormat();
  const age = ageOf(value);
  return (
    <time
      dateTime={value}
      title={format.dateTime(value)}
      // Beside many columns it has two lines.
      className="inline-block text-balance cards:whitespace-nowrap"
    >
      {age.unit === 'now' ? t('age.now') : t(`age.${age.unit}`, { count: age.count })}
    </time>
  );
}

const HOUR = 3_600_000;
const DAY_HOURS = 24;

type Age = { unit: 'now' } | { unit: 'hours' | 'days'; count: number };

/** How long ago something was, in whole hours below a day, then in whole days. */
export function ageOf(created_at: string, now: Date = new Date()): Age {
  const hours = Math.floor((now.getTime() - Date.parse(created_at)) / HOUR);
  if (hours < 1) return { unit: 'now' };
  if (hours < DAY_HOURS) return { unit: 'hours', count: hours };
  return { unit: 'days', count: Math.floor(hours / DAY_HOURS) };
}
