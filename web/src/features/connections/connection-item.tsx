import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { hasSucceeded, useConfirm } from '../../shared/confirm.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { useOpenSignOn } from '../sso/sso.face.ts';
import { type Connection, deleteConnection, useConnectionsChanged } from './connections.api.ts';
import { connectionsTexts } from './connections.es.ts';

type ConnectionItemProps = { connection: Connection; onEdit: () => void; onProvisioning: () => void };

/** A connection: what it makes of people, and what can be done about it. */
export function ConnectionItem({ connection, onEdit, onProvisioning }: ConnectionItemProps) {
  const t = useTexts(connectionsTexts);
  const roles = useTexts(rolesTexts);
  const { may } = usePermissions();
  const openSignOn = useOpenSignOn();
  const { id, name, default_role, groups, heir } = connection;
  const facts = [
    t('facts.role', { role: roles(`${default_role}.name`) }),
    ...(groups.length > 0 ? [t('facts.groups', { count: groups.length })] : []),
    heir ? t('facts.heir', { name: heir.name }) : t('facts.noHeir'),
  ];
  return (
    <li data-row={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label={t('signOnOf', { name })}
          onClick={() => openSignOn(id)}
        >
          {t('signOn')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={t('provisioningOf', { name })}
          onClick={onProvisioning}
        >
          {t('provisioning')}
        </Button>
        {may('connections.update') ? <Changes connection={connection} onEdit={onEdit} /> : null}
      </div>
    </li>
  );
}

function Changes({ connection, onEdit }: Omit<ConnectionItemProps, 'onProvisioning'>) {
  const t = useTexts(connectionsTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const { id, name, organization_id } = connection;
  const changed = useConnectionsChanged(organization_id);
  const removing = useMutation({
    mutationFn: () => deleteConnection(id),
    onSuccess: () => notify.success(t('removed')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  const ask = () =>
    confirm({
      title: t('confirmRemove', { name }),
      consequence: t('removeConsequence'),
      confirmLabel: t('removeConfirm'),
      carryOut: () => hasSucceeded(removing.mutateAsync()),
    });
  return (
    <>
      <Button variant="ghost" size="sm" iconOnly aria-label={t('edit', { name })} onClick={onEdit}>
        <Pencil size={16} />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('remove', { name })}
        busy={removing.isPending}
        onClick={() => void ask()}
      >
        <Trash2 size={16} />
      </Button>
    </>
  );
}
