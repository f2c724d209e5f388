import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { SessionList } from './session-list.tsx';
import { EndOthersDialog } from './end-others-dialog.tsx';
import { sessionsTexts } from './sessions.es.ts';
import { ownSessionsQuery } from './sessions.api.ts';

/** Where one is signed in; one of them, or all the others, can be ended. */
export function SessionsCard() {
  const t = useTexts(sessionsTexts);
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  const { endOne, ending } = useEnding();
  const [asking, setAsking] = useState(false);
  return (
    <Card
      title={t('own.title')}
      description={t('own.description')}
      actions={
        // Also where this is the only session: it ends trusted browsers and keys too.
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {t('own.endOthers')}
        </Button>
      }
    >
      {data ? <SessionList sessions={data.items} ending={ending} onEnd={({ id }) => endOne(id)} /> : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" />}
      {asking ? <EndOthersDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

function useEnding() {
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const one = useMutation({
    mutationFn: (id: string) => call('endOwnSession', { params: { id } }),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
  return { ending: one.isPending ? [one.variables] : [], endOne: (id: string) => one.mutate(id) };
}
