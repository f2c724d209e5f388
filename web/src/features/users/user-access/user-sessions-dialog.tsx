import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { ApiKeyList } from '../../account/api-keys/api-keys.face.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { displayName } from '../../../shared/person.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { SessionList } from '../../account/sessions/sessions.face.ts';
import { usersTexts } from '../users.es.ts';
import type { User } from '../users.api.ts';

const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-sessions', id],
    queryFn: ({ signal }) => call('listUserSessions', { params: { id }, signal }),
    // Never cached: the sessions offered to be ended must be the current ones.
    gcTime: 0,
  });

const keysQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-api-keys', id],
    queryFn: ({ signal }) => call('listUserApiKeys', { params: { id }, signal }),
    gcTime: 0,
  });

/** Where a person is signed in and which keys act in their name, and the means to end either. */
export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts(usersTexts);
  const { data, error, refetch } = useQuery(sessionsQuery(user.id));
  const { endOne, endAll, ending } = useEnding(user);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('access.sessions.title', { name: displayName(user) })}
      description={t('access.sessions.description')}
      closeLabel={t('access.sessions.close')}
      footer={
        data ? (
          <Button variant="danger" busy={ending} onClick={() => void endAll()}>
            {t('access.sessions.endAll')}
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
      <Keys user={user} />
    </Modal>
  );
}

function Keys({ user }: { user: User }) {
  const t = useTexts(usersTexts);
  const { may } = usePermissions();
  const headingId = useId();
  const { id } = user;
  const { queryKey } = keysQuery(id);
  const { data, error, refetch } = useQuery({ ...keysQuery(id), enabled: may('apiKeys.list') });
  if (!may('apiKeys.list')) return null;
  return (
    <section aria-labelledby={headingId} className="mt-4 border-t border-line pt-4">
      <h3 id={headingId} className="font-medium">
        {t('access.keys.title')}
      </h3>
      {data?.items.length === 0 ? <p className="text-muted">{t('access.keys.none')}</p> : null}
      {data?.items.length ? (
        <ApiKeyList
          keys={data.items}
          revoke={
            may('apiKeys.revoke')
              ? (key) => call('revokeUserApiKey', { params: { id, key_id: key.id } })
              : undefined
          }
          queryKey={queryKey}
        />
      ) : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" />}
    </section>
  );
}

function useEnding(user: User) {
  const { id } = user;
  const t = useTexts(usersTexts);
  const client = useQueryClient();
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const options = {
    onSuccess: () => notify.success(t('access.sessions.ended')),
    onError: (error: Error) => notifyFailure(error),
    onSettled: () =>
      Promise.all(
        [sessionsQuery(id), keysQuery(id)].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  };
  const endOne = useMutation({
    ...options,
    mutationFn: (session_id: string) => call('endUserSession', { params: { id, session_id } }),
  });
  const all = useMutation({
    ...options,
    mutationFn: () => call('endUserSessions', { params: { id } }),
  });
  const endAll = async () => {
    const yes = await confirm({
      title: t('access.sessions.confirmAll', { name: displayName(user) }),
      consequence: t('access.sessions.allConsequence'),
      confirmLabel: t('access.sessions.endAll'),
    });
    if (yes) all.mutate();
  };
  return { endOne, endAll, ending: all.isPending };
}
