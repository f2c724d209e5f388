import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { idField, useUrlState } from '../../shared/url-state.ts';
import { ProvisioningDialog } from '../provisioning/provisioning.face.ts';
import { SignOnPlace } from '../sso/sso.face.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionItem } from './connection-item.tsx';
import { type Connection, connectionsQuery } from './connections.api.ts';
import { connectionsTexts } from './connections.es.ts';

const fields = {
  /** Whose provisioning is open. */
  provisioning: idField(),
};

/** What ties an organization to its identity providers. */
export function ConnectionsCard({ organization }: { organization: string }) {
  const t = useTexts(connectionsTexts);
  const { may } = usePermissions();
  const [edited, setEdited] = useState<Connection | 'new' | null>(null);
  const [{ provisioning }, setState] = useUrlState(fields);
  return (
    <Card
      title={t('title')}
      description={t('description')}
      actions={
        may('connections.update') ? (
          <Button variant="outline" size="sm" icon={<Plus size={14} />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        ) : null
      }
    >
      <Connections
        organization={organization}
        onEdit={setEdited}
        onProvisioning={({ id }) => setState({ provisioning: id })}
      />
      {edited ? (
        <ConnectionDialog
          organization={organization}
          connection={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {provisioning ? (
        <ProvisioningDialog id={provisioning} onClose={() => setState({ provisioning: '' })} />
      ) : null}
      <SignOnPlace />
    </Card>
  );
}

type ConnectionsProps = {
  organization: string;
  onEdit: (connection: Connection) => void;
  onProvisioning: (connection: Connection) => void;
};

function Connections({ organization, onEdit, onProvisioning }: ConnectionsProps) {
  const t = useTexts(connectionsTexts);
  const { data, error, refetch } = useQuery(connectionsQuery(organization));
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-5 w-full" aria-label={t('loading')} />;
  if (data.items.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ul aria-label={t('list')} className="divide-y divide-line">
      {data.items.map((one) => (
        <ConnectionItem
          key={one.id}
          connection={one}
          onEdit={() => onEdit(one)}
          onProvisioning={() => onProvisioning(one)}
        />
      ))}
    </ul>
  );
}
