import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { type NoticeOptions, notify } from '../../platform/notify.ts';
import { invitationsTexts } from './invitations.es.ts';

/** Errors of invitations without a place of their own: a toast titled 'Error'. */
export function useTellError(): (error: unknown, options?: NoticeOptions) => void {
  const t = useTexts(invitationsTexts);
  const { language } = useLanguage();
  return (error, options) => {
    void errorText(error, language).then((text) =>
      notify.error(t('error'), { ...options, description: text }),
    );
  };
}
