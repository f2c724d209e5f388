import { MenuItem } from '@atalaya/ui/menu';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, KeyRound, Pencil, Trash2, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { errorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { displayName } from '../../shared/person.ts';
import { RowActions } from '../../shared/row-actions.tsx';
import { BinNote } from '../bin/bin.face.ts';
import { OffboardItem } from '../offboarding/offboarding.face.ts';
import { undoAction } from '../undo/undo.face.ts';
import { usersTexts } from './users.es.ts';
import { type User, useDeleteUser, useSendReset } from './users.api.ts';
import { useBulkActions } from './use-bulk-actions.tsx';
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
    <>
      <RowActions
        label={t('more', { name })}
        actions={[
          {
            word: t('menu.edit'),
            label: t('edit', { name }),
            icon: <Pencil size={16} />,
            disabled: !may('users.update'),
            run: onEdit,
          },
          {
            word: t('menu.remove'),
            label: t('remove', { name }),
            icon: <Trash2 size={16} />,
            tone: 'danger',
            disabled: isSelf || !may('users.delete'),
            reason: isSelf ? t('notYourself') : undefined,
            run: () => void remove(user),
          },
        ]}
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
        <StandingItem user={user} disabled={isSelf} />
        <OffboardItem id={user.id} disabled={isSelf} />
        <MenuItem icon={<History />} render={<Link to="/admin/audit" search={{ object: user.id }} />}>
          {t('history')}
        </MenuItem>
        <UserAccessItems user={user} onShowSessions={() => setShowsSessions(true)} />
      </RowActions>
      {showsSessions ? <UserSessionsDialog user={user} onClose={() => setShowsSessions(false)} /> : null}
    </>
  );
}

/** 'Desactivar', or 'Activar' who is not. */
function StandingItem({ user, disabled }: { user: User; disabled: boolean }) {
  const t = useTexts(usersTexts);
  const { may } = usePermissions();
  const { run } = useBulkActions(() => undefined, displayName(user));
  const type = user.is_active ? 'deactivate' : 'activate';
  return (
    <MenuItem
      icon={user.is_active ? <UserX /> : <UserCheck />}
      disabled={disabled || !may('users.bulk')}
      onSelect={() => void run({ type }, { ids: [user.id] }, 1)}
    >
      {t(`bulk.${type}`)}
    </MenuItem>
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
      consequence: (leave) => (
        <>
          {t('confirmRemoveBody', { name: displayName(user), email: user.email })}{' '}
          <BinNote to="/admin/users" onLeave={leave} />
        </>
      ),
      confirmLabel: t('confirmRemoveYes'),
    });
    if (!yes) return;
    // Awaited, not handed to mutate(): the row that started it is gone by the time the answer comes.
    await deleteUser.mutateAsync(user).then(
      ({ undo_id }) =>
        notify.success(t('removed'), undoAction(undo_id, t('undo'), { language, client, rows: [user.id] })),
      async (error: unknown) =>
        notify.error(t('removeFailed'), { description: await errorText(error, language) }),
    );
  };
}
