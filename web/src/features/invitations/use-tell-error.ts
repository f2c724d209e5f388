import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { invitationsTexts } from './invitations-texts.ts';

/** Errors of invitations without a place of their own: a toast titled 'Error' (specification, section 8). */
export function useTellError(): (error: unknown) => void {
  const t = useTexts(invitationsTexts);
  const { language } = useLanguage();
  return (error) => {
    void errorText(error, language).then((text) => notify.error(t('error'), { description: text }));
  };
}
