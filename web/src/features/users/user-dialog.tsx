import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { UserForm } from './user-form.tsx';
import { usersTexts } from './users.es.ts';
import { userQuery } from './users.api.ts';

/** 'Agregar Usuario' or 'Editar Usuario', by the id in the address. */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  if (id === 'new') return <UserForm user={null} onClose={onClose} />;
  return <EditDialog id={id} onClose={onClose} />;
}

function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(usersTexts);
  // Read afresh: the form must edit the current values, not those that the list showed a while ago.
  const user = useQuery({ ...userQuery(id), gcTime: 0 });
  if (user.data) return <UserForm key={id} user={user.data} onClose={onClose} />;
  return (
    <LoadingDialog
      title={t('form.editTitle')}
      closeLabel={t('form.notFound')}
      showCloseButton={false}
      loading={t('loading')}
      gone={t('form.notFound')}
      failed={t('form.loadFailed')}
      error={user.error}
      onRetry={() => user.refetch()}
      onClose={onClose}
    />
  );
}
