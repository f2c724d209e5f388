import { lazyPart } from '../../platform/lazy-part.tsx';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { idField, useUrlState } from '../../shared/url-state.ts';
import { useNewsOf } from '../../shared/use-live-list.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { type MadeWebhook, type Webhook, useWebhooksChanged, webhooksQuery } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

const fields = {
  /** Whose log is open. */
  webhook: idField(),
};

/** Code in three languages, for who writes a receiver. */
const GuideDialog = lazyPart(() => import('./guide-dialog.tsx'), 'GuideDialog');

/** The addresses that an organization, or with '' the system, has told what happens. */
export function WebhooksCard({ organization }: { organization: string }) {
  const t = useTexts(webhooksTexts);
  const { may } = usePermissions();
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const [isGuiding, setGuiding] = useState(false);
  const [{ webhook }, setState] = useUrlState(fields);
  return (
    <Card
      title={t('title')}
      description={t(organization ? 'description' : 'systemDescription')}
      actions={
        may('webhooks.update') ? (
          <Button variant="outline" size="sm" icon={<Plus size={14} />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        ) : null
      }
    >
      <Webhooks
        organization={organization}
        onEdit={setEdited}
        onMade={setMade}
        onLog={({ id }) => setState({ webhook: id })}
        onGuide={() => setGuiding(true)}
      />
      {edited ? (
        <WebhookDialog
          organization={organization}
          webhook={edited === 'new' ? null : edited}
          onMade={setMade}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {made ? <SecretDialog organization={organization} made={made} onClose={() => setMade(null)} /> : null}
      {webhook ? <DeliveriesDialog id={webhook} onClose={() => setState({ webhook: '' })} /> : null}
      {isGuiding ? <GuideDialog onClose={() => setGuiding(false)} /> : null}
    </Card>
  );
}

type WebhooksProps = {
  organization: string;
  onEdit: (webhook: Webhook) => void;
  onMade: (made: MadeWebhook) => void;
  onLog: (webhook: Webhook) => void;
  onGuide: () => void;
};

function Webhooks({ organization, onEdit, onMade, onLog, onGuide }: WebhooksProps) {
  const t = useTexts(webhooksTexts);
  const { data, error, refetch } = useQuery(webhooksQuery(organization));
  const changed = useWebhooksChanged(organization);
  useNewsOf(['webhooks'], () => void changed());
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-5 w-full" aria-label={t('loading')} />;
  return (
    <>
      {data.items.length === 0 ? <p className="text-muted">{t('none')}</p> : null}
      <ul aria-label={t('list')} className="divide-y divide-line">
        {data.items.map((one) => (
          <WebhookItem
            key={one.id}
            organization={organization}
            webhook={one}
            onEdit={() => onEdit(one)}
            onMade={onMade}
            onLog={() => onLog(one)}
          />
        ))}
      </ul>
      {/* It comes with the list: before, the list would push it down. */}
      <div className="-mx-4 mt-4 -mb-4 border-t border-line px-4 py-3">
        <Button variant="ghost" size="sm" icon={<BookOpen size={14} />} onClick={onGuide}>
          {t('guide.open')}
        </Button>
      </div>
    </>
  );
}
