import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { dashboardTexts } from './dashboard.es.ts';

/** 'actualizado a las 14:07' */
export function UpdatedAt({ value }: { value: string }) {
  const t = useTexts(dashboardTexts);
  const { language } = useLanguage();
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(value));
  return <time dateTime={value}>{t('updated', { time })}</time>;
}
