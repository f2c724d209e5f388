import { useTexts } from '../../../platform/messages/use-texts.ts';
import { passwordsTexts } from './passwords.es.ts';

/** Names of the button that shows what was typed into a password field. */
export function usePasswordLabels(): { show: string; hide: string } {
  const t = useTexts(passwordsTexts);
  return { show: t('show'), hide: t('hide') };
}
