import { BIN_DAYS } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, History, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { errorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { displayName } from '../../shared/person.ts';
import { undoAction } from '../undo/undo.face.ts';
import { usersTexts } from './users.es.ts';
import { type User, useDeleteUser, useSendReset } from './users.api.ts';
import { UserAccessItems } from './user-access/user-access-items.tsx';
import { UserSessionsDialog } from './user-access/user-sessions-dialog.tsx';

/** What can be done to one person. One's own row says why it cannot be deleted; the banner, why no row can. */
export function UserActions({ user, onEdit }: { user: User; onEdit: () => void }) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const name = displayName(user);
  const remove = useRemove();
  const notifyFailure = useNotifyFailure();
  const sendReset = useSendReset();
  const isSelf = user.id === profile.id;
  const [showsSessions, setShowsSessions] = useState(false);
  return (
    <span className="flex justify-end">
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('edit', { name })}
        disabled={!may('users.update')}
        onClick={onEdit}
      >
        <Pencil size={16} />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('remove', { name })}
        disabled={isSelf || !may('users.delete')}
        title={isSelf ? t('notYourself') : undefined}
        onClick={() => void remove(user)}
      >
        <Trash2 size={16} />
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" size="sm" iconOnly aria-label={t('more', { name })}>
            <Ellipsis size={16} />
          </Button>
        }
      >
        <MenuItem
          icon={<KeyRound />}
          disabled={!user.is_active || !may('users.sendReset')}
          // Awaited, not handed to mutate(): the row may be gone by the time the answer comes.
          onSelect={() =>
            void sendReset
              .mutateAsync(user)
              .then(() => notify.success(t('linkSent', { email: user.email })), notifyFailure)
          }
        >
          {t('sendLink')}
        </MenuItem>
        <MenuItem icon={<History />} render={<Link to="/admin/audit" search={{ object: user.id }} />}>
          {t('history')}
        </MenuItem>
        <UserAccessItems user={user} onShowSessions={() => setShowsSessions(true)} />
      </Menu>
      {showsSessions ? <UserSessionsDialog user={user} onClose={() => setShowsSessions(false)} /> : null}
    </span>
  );
}

/** Asks, deletes, and offers the way back. */
function useRemove() {
  const t = useTexts(usersTexts);
  const { language } = useLanguage();
  const confirm = useConfirm();
  const deleteUser = useDeleteUser();
  const client = useQueryClient();

  return async (user: User) => {
    const yes = await confirm({
      title: t('confirmRemove'),
      consequence: t('confirmRemoveBody', {
        name: displayName(user),
        email: user.email,
        days: String(BIN_DAYS),
      }),
      confirmLabel: t('confirmRemoveYes'),
    });
    if (!yes) return;
    // Awaited, not handed to mutate(): the row that started it is gone by the time the answer comes.
    await deleteUser.mutateAsync(user).then(
      ({ undo_id }) => notify.success(t('removed'), undoAction(undo_id, t('undo'), { language, client })),
      async (error: unknown) =>
        notify.error(t('removeFailed'), { description: await errorText(error, language) }),
    );
  };
}
