import { MenuItem } from '@atalaya/ui/menu';
import { useMutation } from '@tanstack/react-query';
import { ImageOff, MonitorSmartphone, ShieldOff } from 'lucide-react';
import { call } from '../../../platform/api/call.ts';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { useSession } from '../../../platform/session.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { displayName } from '../../../shared/person.ts';
import { usersTexts } from '../users.es.ts';
import { type User, useUsersChanged } from '../users.api.ts';

type UserAccessItemsProps = { user: User; onShowSessions: () => void };

/** What may be taken from a person: the picture that they uploaded, and their sessions. */
export function UserAccessItems({ user, onShowSessions }: UserAccessItemsProps) {
  const t = useTexts(usersTexts);
  const removeAvatar = useRemoveUserAvatar();
  const resetTwoFactor = useResetTwoFactor();
  const { profile } = useSession();
  const { may } = usePermissions();
  return (
    <>
      <MenuItem icon={<MonitorSmartphone />} disabled={!user.has_account} onSelect={onShowSessions}>
        {t('access.showSessions')}
      </MenuItem>
      <MenuItem
        icon={<ShieldOff />}
        disabled={!user.has_account || user.id === profile.id || !may('users.resetTwoFactor')}
        onSelect={() => void resetTwoFactor(user)}
      >
        {t('access.twoFactor.reset')}
      </MenuItem>
      {user.avatar_url ? (
        <MenuItem
          icon={<ImageOff />}
          disabled={!may('avatars.remove')}
          onSelect={() => void removeAvatar(user.id)}
        >
          {t('access.removeAvatar')}
        </MenuItem>
      ) : null}
    </>
  );
}

/** Asks, then takes all second factors from a person who has lost them. */
function useResetTwoFactor() {
  const t = useTexts(usersTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const reset = useMutation({
    mutationFn: (id: string) => call('resetUserTwoFactor', { params: { id } }),
  });
  return async (user: User) => {
    const name = displayName(user);
    const yes = await confirm({
      title: t('access.twoFactor.confirm', { name }),
      consequence: t('access.twoFactor.consequence'),
      confirmLabel: t('access.twoFactor.yes'),
    });
    if (!yes) return;
    await reset.mutateAsync(user.id).then(
      () => notify.success(t('access.twoFactor.done', { name })),
      (error: unknown) => notifyFailure(error),
    );
  };
}

function useRemoveUserAvatar() {
  const t = useTexts(usersTexts);
  const { language } = useLanguage();
  const changed = useUsersChanged();
  const remove = useMutation({
    mutationFn: (id: string) => call('removeUserAvatar', { params: { id } }),
    onSettled: () => void changed(),
  });
  // Awaited, not handed to mutate(): the menu that it was chosen from is closed by the time the answer comes.
  return (id: string) =>
    remove.mutateAsync(id).then(
      () => notify.success(t('access.avatarRemoved')),
      async (error: unknown) =>
        notify.error(t('access.avatarRemoveFailed'), { description: await errorText(error, language) }),
    );
}
