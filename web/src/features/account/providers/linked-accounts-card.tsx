import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { useSession } from '../../../platform/session.ts';
import { ProviderProblem } from './provider-problem.tsx';
import { waysInQuery } from './ways-in.ts';
import { LinkedAccount } from './linked-account.tsx';
import { providersTexts } from './providers.es.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';

/** 'Cuentas vinculadas': what one signs in with, linked and unlinked here. */
export function LinkedAccountsCard() {
  const t = useTexts(providersTexts);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(waysInQuery);
  // Where the company lets in alone, what is linked can be taken away, and nothing is linked any more.
  if (data?.sign_on_required && data.providers.length === 0) return null;
  return (
    <Card title={t('title')} description={t('description')}>
      {typeof search.provider_error === 'string' ? <ProviderProblem code={search.provider_error} /> : null}
      {data ? <Ways ways={data} /> : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" aria-label={t('loading')} />}
    </Card>
  );
}

function Ways({ ways }: { ways: Answer<'readWaysIn'> }) {
  const t = useTexts(providersTexts);
  if (ways.has_password && ways.providers.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ul aria-label={t('list')} className="divide-y divide-line">
      {ways.has_password || ways.sign_on_required ? null : (
        <Row name={t('password.name')} text={t('password.missing')} action={<SetPassword />} />
      )}
      {ways.providers.map((each) => (
        <LinkedAccount key={each.provider} way={each} />
      ))}
    </ul>
  );
}

type RowProps = { name: string; text: string; action: ReactNode };

function Row({ name, text, action }: RowProps) {
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {action}
    </li>
  );
}

/** By a mailed link, like any other first password: another person who finds an open session cannot set one. */
function SetPassword() {
  const t = useTexts(providersTexts);
  const { profile } = useSession();
  const notifyFailure = useNotifyFailure();
  const send = useMutation({
    mutationFn: () => call('requestPasswordReset', { body: { email: profile.email } }),
    onSuccess: () => notify.success(t('password.sent')),
    onError: (error) => notifyFailure(error),
  });
  return (
    <Button variant="outline" size="sm" busy={send.isPending} onClick={() => send.mutate()}>
      {t('password.set')}
    </Button>
  );
}
