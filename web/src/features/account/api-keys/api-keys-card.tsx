import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { call } from '../../../platform/api/call.ts';
import { ApiKeyList } from './api-key-list.tsx';
import { apiKeysTexts } from './api-keys.es.ts';
import { type MadeKey, apiKeysQuery, offeredScopes } from './api-keys.api.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { EndedKeys } from './ended-keys.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { MadeKeyDialog } from './made-key-dialog.tsx';

/** One's own API keys; a new one is shown once. Those that a recovery has ended can be had back. */
export function ApiKeysCard() {
  const t = useTexts(apiKeysTexts);
  const { may } = usePermissions();
  const offered = offeredScopes(may);
  const { dialogs, open } = useDialogs(offered);
  return (
    <Card
      title={t('title')}
      description={t('description')}
      actions={
        offered.length > 0 ? (
          <Button variant="outline" size="sm" icon={<Plus size={14} />} onClick={open}>
            {t('create')}
          </Button>
        ) : null
      }
      footer={
        <a href="/api/docs" className="press-around relative text-primary-ink underline">
          {t('reference')}
        </a>
      }
    >
      {offered.length > 0 ? <Keys /> : <p className="text-muted">{t('noScopes')}</p>}
      <EndedKeys />
      {dialogs}
    </Card>
  );
}

function Keys() {
  const t = useTexts(apiKeysTexts);
  const { data, error, refetch } = useQuery(apiKeysQuery);
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-5 w-full" aria-label={t('loading')} />;
  const keys = data.items.filter(({ assistant_host }) => assistant_host === null);
  if (keys.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ApiKeyList
      keys={keys}
      revoke={({ id }) => call('revokeApiKey', { params: { id } })}
      queryKey={apiKeysQuery.queryKey}
    />
  );
}

function useDialogs(offered: ReturnType<typeof offeredScopes>) {
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const onMade = (key: MadeKey) => {
    setCreating(false);
    setMade(key);
    void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
  };
  return {
    open: () => setCreating(true),
    dialogs: (
      <>
        {creating ? (
          <ApiKeyDialog offered={offered} onMade={onMade} onClose={() => setCreating(false)} />
        ) : null}
        {made ? <MadeKeyDialog made={made} onClose={() => setMade(null)} /> : null}
      </>
    ),
  };
}
