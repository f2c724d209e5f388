import { lazyPart } from '../../platform/lazy-part.tsx';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Anchor, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { idField, useUrlState } from '../../shared/url-state.ts';
import { useNewsOf } from '../../shared/use-live-list.ts';
import { type AuditStream, streamsQuery, useStreamsChanged } from './audit-streams.api.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';
import { StreamItem } from './stream-item.tsx';

const fields = {
  /** Whose batches are open. */
  stream: idField(),
};

const StreamDialog = lazyPart(() => import('./stream-dialog.tsx'), 'StreamDialog');
const RestartDialog = lazyPart(() => import('./restart-dialog.tsx'), 'RestartDialog');
const BatchesDialog = lazyPart(() => import('./batches-dialog.tsx'), 'BatchesDialog');

const AnchorsDialog = lazyPart(() => import('./anchors-dialog.tsx'), 'AnchorsDialog');

/** What takes a copy of the audit log of an organization, or with '' of the whole system. */
export function AuditStreamsCard({ organization }: { organization: string }) {
  const t = useTexts(auditStreamsTexts);
  const { may } = usePermissions();
  const [edited, setEdited] = useState<AuditStream | 'new' | null>(null);
  const [restarted, setRestarted] = useState<AuditStream | null>(null);
  const [isAnchored, setAnchored] = useState(false);
  const [{ stream }, setState] = useUrlState(fields);
  return (
    <Card
      title={t('title')}
      description={t(organization ? 'description' : 'systemDescription')}
      actions={
        may('auditStreams.update') ? (
          <Button variant="outline" size="sm" icon={<Plus size={14} />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        ) : null
      }
    >
      <Streams
        organization={organization}
        onEdit={setEdited}
        onRestart={setRestarted}
        onLog={({ id }) => setState({ stream: id })}
        onAnchors={() => setAnchored(true)}
      />
      {edited ? (
        <StreamDialog
          organization={organization}
          stream={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {restarted ? (
        <RestartDialog organization={organization} stream={restarted} onClose={() => setRestarted(null)} />
      ) : null}
      {isAnchored ? <AnchorsDialog organization={organization} onClose={() => setAnchored(false)} /> : null}
      {stream ? <BatchesDialog id={stream} onClose={() => setState({ stream: '' })} /> : null}
    </Card>
  );
}

type StreamsProps = {
  organization: string;
  onEdit: (stream: AuditStream) => void;
  onRestart: (stream: AuditStream) => void;
  onLog: (stream: AuditStream) => void;
  onAnchors: () => void;
};

function Streams({ organization, onEdit, onRestart, onLog, onAnchors }: StreamsProps) {
  const t = useTexts(auditStreamsTexts);
  const { data, error, refetch } = useQuery(streamsQuery(organization));
  const changed = useStreamsChanged(organization);
  useNewsOf(['audit_streams'], () => void changed());
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-5 w-full" aria-label={t('loading')} />;
  return (
    <>
      {data.items.length === 0 ? <p className="text-muted">{t('none')}</p> : null}
      <ul aria-label={t('list')} className="divide-y divide-line">
        {data.items.map((one) => (
          <StreamItem
            key={one.id}
            organization={organization}
            stream={one}
            onEdit={() => onEdit(one)}
            onRestart={() => onRestart(one)}
            onLog={() => onLog(one)}
          />
        ))}
      </ul>
      {/* It comes with the list: before, the list would push it down. */}
      <div className="-mx-4 mt-4 -mb-4 border-t border-line px-4 py-3">
        <Button variant="ghost" size="sm" icon={<Anchor size={14} />} onClick={onAnchors}>
          {t('anchors.open')}
        </Button>
      </div>
    </>
  );
}
