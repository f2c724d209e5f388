import type { Permission } from '@atalaya/contract/permissions';
import { Button, buttonClass } from '@atalaya/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { fileAddress } from './run-export.ts';
import { UndoButton } from '../undo/undo.face.ts';
import { UndoImport } from './imports/undo-import.tsx';
import { transfersTexts } from './transfers.es.ts';
import { type Transfer, cancelTransfer, isUnderWay } from './transfers.api.ts';

/** Download while its file is kept, take an import or a change back while it can be, cancel what is under way. */
export function TransferActions({ transfer }: { transfer: Transfer }) {
  const t = useTexts(transfersTexts);
  const format = useFormat();
  const client = useQueryClient();
  const { may } = usePermissions();
  const notifyFailure = useNotifyFailure();
  const cancel = useMutation({
    mutationFn: () => cancelTransfer(transfer.id),
    onSuccess: () => notify.success(t('canceled')),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: ['transfers'] }),
  });
  if (isUnderWay(transfer))
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={<X size={16} />}
        busy={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {t('cancel')}
      </Button>
    );
  if (transfer.can_undo && transfer.kind === 'change') {
    if (!may(permissionOf(transfer))) return null;
    const question = {
      title: t('undoTitle', { count: transfer.applied }),
      consequence: t('undoConsequence'),
      confirmLabel: t('undo'),
    };
    return <UndoButton id={transfer.id} question={question} size="sm" />;
  }
  if (transfer.can_undo && may(`${transfer.resource}.create`))
    return <UndoImport id={transfer.id} count={transfer.applied} size="sm" />;
  if (!transfer.has_file) return null;
  return (
    <FileLink
      href={fileAddress(transfer.id)}
      className={buttonClass({ variant: 'outline', size: 'sm' })}
      title={t('expires', { date: format.dateTime(transfer.expires_at) })}
    >
      {t('download')}
    </FileLink>
  );
}

/** The permission for a change is also the one to take it back. */
function permissionOf({ resource, action }: Transfer): Permission {
  if (action === 'delete') return `${resource}.delete`;
  return resource === 'users' ? 'users.bulk' : 'tickets.bulk';
}
