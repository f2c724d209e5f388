import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { SessionList } from '../../shared/session-list.tsx';
import { profileTexts } from './profile-texts.ts';
import { ownSessionsQuery } from './profile.api.ts';

/** Where one is signed in; one of them, or all the others, can be ended. */
export function SessionsCard() {
  const t = useTexts(profileTexts);
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  const { endOne, endOthers, ending } = useEnding();
  const others = data?.items.some(({ current }) => !current);
  return (
    <Card
      title={t('sessions.title')}
      description={t('sessions.description')}
      actions={
        // There from the start, so that it moves nothing when the list comes.
        <Button variant="outline" size="sm" disabled={!others} onClick={() => void endOthers()}>
          {t('sessions.endOthers')}
        </Button>
      }
    >
      {data ? <SessionList sessions={data.items} ending={ending} onEnd={({ id }) => endOne(id)} /> : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" />}
    </Card>
  );
}

function useEnding() {
  const t = useTexts(profileTexts);
  const confirm = useConfirm();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const onError = (error: Error) => notifyFailure(error);
  const onSettled = () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  const one = useMutation({
    mutationFn: (id: string) => call('endOwnSession', { params: { id } }),
    onError,
    onSettled,
  });
  const others = useMutation({
    mutationFn: () => call('endOtherSessions'),
    onSuccess: () => notify.success(t('sessions.othersEnded')),
    onError,
    onSettled,
  });
  return {
    ending: one.isPending ? [one.variables] : [],
    endOne: (id: string) => one.mutate(id),
    endOthers: async () => {
      const yes = await confirm({
        title: t('sessions.confirmOthers'),
        consequence: t('sessions.othersConsequence'),
        confirmLabel: t('sessions.endOthers'),
      });
      if (yes) others.mutate();
    },
  };
}
