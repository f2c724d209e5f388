import { useTexts } from '../../../platform/messages/use-texts.ts';
import { passwordsTexts } from './passwords.es.ts';

/** What a new password has to be: said below its field before anything is refused. */
export function usePasswordRule(min: number): string {
  return useTexts(passwordsTexts)('rule', { min: String(min) });
}
