import { useTexts } from '../platform/messages/use-texts.ts';
import { sharedTexts } from './shared.es.ts';

/** Names of the button that shows what was typed into a password field. */
export function usePasswordLabels(): { show: string; hide: string } {
  const t = useTexts(sharedTexts);
  return { show: t('password.show'), hide: t('password.hide') };
}
