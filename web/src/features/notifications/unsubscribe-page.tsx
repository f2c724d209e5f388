import { Button, buttonClass } from '@atalaya/ui/button';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import { useNotifyFailure } from '../../platform/notify.ts';
import { AuthFrame } from '../../shared/auth-frame.tsx';
import { useNotificationWords } from './use-notification-words.ts';

/** The target of the link in a mail's footer: opening it changes nothing, the button does. */
export function UnsubscribePage() {
  const { t, nameOf } = useNotificationWords();
  const params: { token?: string } = useParams({ strict: false });
  const token = params.token ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['unsubscription', token],
    queryFn: ({ signal }) => call('checkUnsubscription', { params: { token }, signal }),
    retry: (count, failure) => count < 2 && !isApiError(failure, 'object.not_found'),
  });
  const notifyFailure = useNotifyFailure();
  const end = useMutation({
    mutationFn: () => call('unsubscribe', { params: { token } }),
    onError: (failure) => notifyFailure(failure),
  });
  if (isApiError(error, 'object.not_found') || isApiError(error, 'request.invalid'))
    return <Ended title={t('unsubscribe.invalidTitle')} text={t('unsubscribe.invalid')} />;
  if (error) return <CheckFailed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <AuthFrame title={t('unsubscribe.title')}>
        <Skeleton className="h-24" />
      </AuthFrame>
    );
  const event = nameOf(data.event);
  if (end.isSuccess || !data.mail)
    return <Ended title={t('unsubscribe.doneTitle')} text={t('unsubscribe.done', { event })} />;
  return (
    <AuthFrame title={t('unsubscribe.title')}>
      <p className="text-pretty">{t('unsubscribe.text', { event })}</p>
      <Button size="lg" className="mt-5 w-full" busy={end.isPending} onClick={() => end.mutate()}>
        {t('unsubscribe.submit')}
      </Button>
    </AuthFrame>
  );
}

function CheckFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useNotificationWords();
  return (
    <AuthFrame title={t('unsubscribe.title')}>
      <p role="alert">{useErrorText(error)}</p>
      <Button className="mt-5" onClick={onRetry}>
        {t('retry')}
      </Button>
    </AuthFrame>
  );
}

function Ended({ title, text }: { title: string; text: string }) {
  const { t } = useNotificationWords();
  return (
    <AuthFrame title={title}>
      <p className="text-pretty">{text}</p>
      <Link
        to="/admin/profile"
        search={{ tab: 'notifications' }}
        className={buttonClass({ className: 'mt-5' })}
      >
        {t('unsubscribe.profile')}
      </Link>
    </AuthFrame>
  );
}
