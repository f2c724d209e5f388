import { useTexts } from '../../platform/messages/use-texts.ts';
import { useReceipts } from '../offboarding/offboarding.face.ts';
import { LoadedDialog } from '../../shared/loading-dialog.tsx';
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
  // With the person: what came later would move the form.
  const receipts = useReceipts(id);
  return (
    <LoadedDialog
      // Read afresh: the form must edit the current values, not those that the list showed a while ago.
      query={{ ...userQuery(id), gcTime: 0 }}
      awaits={receipts.isLoading}
      title={t('form.editTitle')}
      closeLabel={t('form.notFound')}
      showCloseButton={false}
      loading={t('loading')}
      gone={{ title: t('gone.title'), text: t('form.notFound'), all: t('gone.all') }}
      failed={t('form.loadFailed')}
      onClose={onClose}
    >
      {(user) => <UserForm key={id} user={user} onClose={onClose} />}
    </LoadedDialog>
  );
}
