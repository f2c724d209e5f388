import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NotShown } from '../../shared/not-shown.tsx';
import { UserForm } from './user-form.tsx';
import { usersTexts } from './users-texts.ts';
import { userQuery } from './users.api.ts';

/** 'Agregar Usuario' or 'Editar Usuario', by the id in the address. */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  if (id === 'new') return <UserForm user={null} onClose={onClose} />;
  return <EditDialog id={id} onClose={onClose} />;
}

function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(usersTexts);
  // Read afresh: what is edited must be what stands now, not what the list showed a while ago.
  const user = useQuery({ ...userQuery(id), gcTime: 0 });
  if (user.data) return <UserForm key={id} user={user.data} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={t('form.editTitle')}
      closeLabel={t('form.notFound')}
      showCloseButton={false}
    >
      {user.isError ? (
        <NotShown
          error={user.error}
          gone={t('form.notFound')}
          failed={t('form.loadFailed')}
          onRetry={() => user.refetch()}
        />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-6 py-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Modal>
  );
}
