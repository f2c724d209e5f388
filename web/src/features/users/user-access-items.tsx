import { MenuItem } from '@atalaya/ui/menu';
import { useMutation } from '@tanstack/react-query';
import { ImageOff, MonitorSmartphone } from 'lucide-react';
import { call } from '../../platform/api/call.ts';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { usersTexts } from './users-texts.ts';
import { type User, useUsersChanged } from './users.api.ts';

type UserAccessItemsProps = { user: User; onShowSessions: () => void };

/** What may be taken from a person: the picture that they uploaded, and their sessions. */
export function UserAccessItems({ user, onShowSessions }: UserAccessItemsProps) {
  const t = useTexts(usersTexts);
  const removeAvatar = useRemoveUserAvatar();
  return (
    <>
      <MenuItem icon={<MonitorSmartphone />} disabled={!user.has_account} onSelect={onShowSessions}>
        {t('showSessions')}
      </MenuItem>
      {user.avatar_url ? (
        <MenuItem icon={<ImageOff />} onSelect={() => void removeAvatar(user.id)}>
          {t('removeAvatar')}
        </MenuItem>
      ) : null}
    </>
  );
}

function useRemoveUserAvatar() {
  const t = useTexts(usersTexts);
  const { language } = useLanguage();
  const changed = useUsersChanged();
  const remove = useMutation({
    mutationFn: (id: string) => call('removeUserAvatar', { params: { id } }),
    onSettled: changed,
  });
  // Awaited, not handed to mutate(): the menu that it was chosen from is closed by the time the answer comes.
  return (id: string) =>
    remove.mutateAsync(id).then(
      () => notify.success(t('avatarRemoved')),
      async (error: unknown) =>
        notify.error(t('avatarRemoveFailed'), { description: await errorText(error, language) }),
    );
}
