import { useMutation } from '@tanstack/react-query';
import { call } from '../platform/api/call.ts';
import type { Language } from '../platform/messages/chosen-language.ts';
import { useLanguage } from '../platform/messages/language.tsx';
import { useNotifyFailure } from '../platform/notify.ts';
import { useAdoptSession } from '../platform/session.ts';

/** The language of the interface, and a change of it that mails to this person follow too. */
export function useOwnLanguage() {
  const { language, setLanguage } = useLanguage();
  const adopt = useAdoptSession();
  const notifyFailure = useNotifyFailure();
  const save = useMutation({
    mutationFn: (chosen: Language) => call('updateProfile', { body: { language: chosen } }),
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: 'own-language' },
    onSuccess: ({ session }) => adopt(session),
    onError: (error) => notifyFailure(error),
  });
  return {
    language,
    setLanguage(chosen: Language) {
      setLanguage(chosen);
      save.mutate(chosen);
    },
  };
}
