import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { useAdoptSession, useSession } from '../../../platform/session.ts';
import { runFromToast } from '../../../shared/run-from-toast.ts';
import { storedPicture } from '../../../shared/person-avatar.tsx';
import { profileTexts } from './profile.es.ts';
import { uploadAvatar } from './profile.api.ts';

/** Pixels of the largest square that is kept. */
const LARGEST = 512;

/** Back to the automatic picture; 'Deshacer' puts the own one back. */
export function useRemoveAvatar() {
  const t = useTexts(profileTexts);
  const { language } = useLanguage();
  const adopt = useAdoptSession();
  const client = useQueryClient();
  const { avatar_url } = useSession().profile;
  const upload = async (picture: Blob) => {
    const { signal } = new AbortController();
    const { session } = await uploadAvatar(picture, { onProgress: () => undefined, signal });
    adopt(session);
    void client.invalidateQueries({ queryKey: ['users'] });
    notify.success(t('avatar.updated'));
  };
  const putBack = (picture: Blob) =>
    runFromToast({
      run: () => upload(picture),
      tell: (error, options) =>
        void errorText(error, language).then((description) =>
          notify.error(t('avatar.updateFailed'), { ...options, description }),
        ),
      retryLabel: t('avatar.retry'),
    });
  return useMutation({
    mutationFn: async () => {
      // Kept, so that it can be put back: the server keeps no picture that no user has.
      const picture = await readPicture(avatar_url);
      return { ...(await call('removeAvatar')), picture };
    },
    onSuccess: ({ session, picture }) => {
      adopt(session);
      void client.invalidateQueries({ queryKey: ['users'] });
      notify.success(
        t('avatar.removed'),
        picture === null
          ? {}
          : { action: { label: t('avatar.undo'), undoes: true, onClick: () => putBack(picture) } },
      );
    },
    onError: async (error) =>
      notify.error(t('avatar.removeFailed'), { description: await errorText(error, language) }),
  });
}

/** The picture at its largest; null where it cannot be read, and so not be put back. */
async function readPicture(avatar_url: string | null): Promise<Blob | null> {
  const address = storedPicture(avatar_url, LARGEST);
  if (address === null) return null;
  const reply = await fetch(address).catch(() => null);
  return reply?.ok ? reply.blob() : null;
}
