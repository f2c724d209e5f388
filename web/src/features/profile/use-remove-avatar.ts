import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useAdoptSession } from '../../platform/session.ts';
import { profileTexts } from './profile-texts.ts';

/** Back to the automatic picture. */
export function useRemoveAvatar() {
  const t = useTexts(profileTexts);
  const { language } = useLanguage();
  const adopt = useAdoptSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('removeAvatar'),
    onSuccess: ({ session }) => {
      adopt(session);
      void client.invalidateQueries({ queryKey: ['users'] });
      notify.success(t('avatar.removed'));
    },
    onError: async (error) =>
      notify.error(t('avatar.removeFailed'), { description: await errorText(error, language) }),
  });
}
