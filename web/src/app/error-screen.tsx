import { Button } from '@atalaya/ui/button';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CircleAlert, RefreshCw } from 'lucide-react';
import { ApiError } from '../platform/api/api-error.ts';
import { useErrorText } from '../platform/messages/error-text.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { appTexts } from './app.es.ts';
import { MessageScreen } from './message-screen.tsx';

/** What a screen that could not be shown shows instead; the stack only while developing. */
export function ErrorScreen({ error, reset }: ErrorComponentProps<unknown>) {
  const t = useTexts(appTexts);
  const router = useRouter();
  // A guard or a read before the screen may have failed: those run again with the router only.
  const retry = () => void router.invalidate().then(reset);
  if (isChunkGone(error)) return <OutdatedScreen />;
  return (
    <MessageScreen
      icon={<CircleAlert size={20} />}
      title="Unexpected Application Error!"
      text={<ErrorDetails error={error} />}
      action={
        <>
          <Button variant="outline" onClick={retry}>
            {t('error.retry')}
          </Button>
          <Button variant="ghost" onClick={() => location.reload()}>
            {t('error.reload')}
          </Button>
        </>
      }
    />
  );
}

/** What Chromium, Firefox and Safari say, and Vite for a style sheet. */
const CHUNK_FAILURE = /dynamically imported module|importing a module script|unable to preload/i;

/** Whether a part of the application could not be loaded: usually a newer version has replaced it. */
function isChunkGone(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAILURE.test(error.message);
}

function ErrorDetails({ error }: { error: unknown }) {
  const t = useTexts(appTexts);
  const text = useErrorText(error);
  const known = error instanceof ApiError ? error : null;
  return (
    <span className="grid gap-1">
      {known?.status ? <span>{t('error.status', { status: String(known.status) })}</span> : null}
      <span>{known || !(error instanceof Error) ? text : error.message}</span>
      {known?.request_id ? (
        <code className="text-sm">{t('error.request', { id: known.request_id })}</code>
      ) : null}
      {import.meta.env.DEV && error instanceof Error ? (
        <pre className="overflow-auto text-left text-xs">{error.stack}</pre>
      ) : null}
    </span>
  );
}

function OutdatedScreen() {
  const t = useTexts(appTexts);
  return (
    <MessageScreen
      icon={<RefreshCw size={20} />}
      title={t('error.newVersionTitle')}
      text={t('error.newVersionText')}
      action={<Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
    />
  );
}
