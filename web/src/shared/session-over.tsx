import { Button, buttonClass } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { adoptSession, sessionQuery } from '../platform/session.ts';
import { sessionOverTexts } from './session-over.es.ts';

/** Until the session is there again the page is hidden: the next person at the screen may be another one. */
function useHiddenPage() {
  useLayoutEffect(() => {
    document.body.style.visibility = 'hidden';
    return () => {
      document.body.style.visibility = '';
    };
  }, []);
}

/** A person who comes back to this tab may have signed in in another one. */
function useSessionOnReturn() {
  const client = useQueryClient();
  useEffect(() => {
    const read = () => void client.refetchQueries({ queryKey: sessionQuery.queryKey });
    window.addEventListener('focus', read);
    document.addEventListener('visibilitychange', read);
    return () => {
      window.removeEventListener('focus', read);
      document.removeEventListener('visibilitychange', read);
    };
  }, [client]);
}

/** Shown over a page that is kept though its session has ended; it closes once the same person is back. */
export function SessionOver({ onLeave }: { onLeave: () => void }) {
  const t = useTexts(sessionOverTexts);
  const client = useQueryClient();
  const router = useRouter();
  useHiddenPage();
  useSessionOnReturn();
  const leave = () => {
    onLeave();
    adoptSession(client, null);
    void router.invalidate();
  };
  return (
    <Modal
      open
      onClose={() => undefined}
      role="alertdialog"
      title={t('title')}
      description={t('text')}
      closeLabel={t('leave')}
      showCloseButton={false}
      closeOnEscape={false}
      closeOnOverlay={false}
      className="visible"
      footer={
        <>
          <Button variant="outline" onClick={leave}>
            {t('leave')}
          </Button>
          {/* The whole sign-in, whichever way in is taken there; this tab looks again when one comes back. */}
          <a href="/admin/login" target="_blank" rel="noopener" className={buttonClass({})}>
            {t('signIn')}
          </a>
        </>
      }
    />
  );
}
