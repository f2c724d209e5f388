import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ageOf } from './age-of.ts';
import { agesTexts } from './ages.es.ts';

/** 'Hace menos de 1 hora', 'Hace 3 horas', 'Hace 2 días', with the exact moment as a tooltip. */
export function TicketAge({ value }: { value: string }) {
  const t = useTexts(agesTexts);
  const format = useFormat();
  const age = ageOf(value);
  return (
    <time dateTime={value} title={format.dateTime(value)} className="whitespace-nowrap">
      {age.unit === 'now' ? t('now') : t(age.unit, { count: age.count })}
    </time>
  );
}
