import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ageOf } from './age-of.ts';
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
