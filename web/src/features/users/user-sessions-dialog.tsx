import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { displayName } from '../../shared/person.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { SessionList } from '../../shared/session-list.tsx';
import { userAccessTexts } from './user-access-texts.ts';
import type { User } from './users.api.ts';

const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-sessions', id],
    queryFn: ({ signal }) => call('listUserSessions', { params: { id }, signal }),
    // What is ended must be what stands now.
    gcTime: 0,
  });

/** Where a person is signed in, and the means to sign them out. */
export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts(userAccessTexts);
  const { data, error, refetch } = useQuery(sessionsQuery(user.id));
  const { endOne, endAll } = useEnding(user.id);
  const canEnd = data?.items.some(({ current }) => !current);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('sessions.title', { name: displayName(user) })}
      description={t('sessions.description')}
      closeLabel={t('sessions.close')}
      footer={
        canEnd ? (
          <Button variant="danger" busy={endAll.isPending} onClick={() => endAll.mutate()}>
            {t('sessions.endAll')}
          </Button>
        ) : undefined
      }
    >
      {data ? (
        <SessionList
          sessions={data.items}
          ending={endOne.isPending ? [endOne.variables] : []}
          onEnd={({ id }) => endOne.mutate(id)}
        />
      ) : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" />}
    </Modal>
  );
}

function useEnding(id: string) {
  const t = useTexts(userAccessTexts);
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const options = {
    onSuccess: () => notify.success(t('sessions.ended')),
    onError: (error: Error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery(id).queryKey }),
  };
  const endOne = useMutation({
    ...options,
    mutationFn: (session_id: string) => call('endUserSession', { params: { id, session_id } }),
  });
  const endAll = useMutation({
    ...options,
    mutationFn: () => call('endUserSessions', { params: { id } }),
  });
  return { endOne, endAll };
}
