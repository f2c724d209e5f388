import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { ApiKeyList } from './api-key-list.tsx';
import { assistantsCardTexts } from './assistants-card.es.ts';
import { apiKeysQuery } from './api-keys.api.ts';

/** The assistants that a person has let act for them: each can be ended at once. */
export function AssistantsCard() {
  const t = useTexts(assistantsCardTexts);
  const { organization } = useSession();
  const where = organization ? t('of', { organization: organization.name }) : t('ofAll');
  return (
    <Card title={t('title')} description={`${t('description')} ${where}`}>
      <Assistants />
    </Card>
  );
}

function Assistants() {
  const t = useTexts(assistantsCardTexts);
  const { data, error, refetch } = useQuery(apiKeysQuery);
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-5 w-full" aria-label={t('loading')} />;
  const keys = data.items.filter(({ assistant_host }) => assistant_host !== null);
  if (keys.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ApiKeyList
      label={t('title')}
      keys={keys}
      revoke={({ id }) => call('revokeApiKey', { params: { id } })}
      queryKey={apiKeysQuery.queryKey}
    />
  );
}
