import { Button } from '@atalaya/ui/button';
import { afterPress } from '@atalaya/ui/press';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { appTexts } from './app.es.ts';

/** Shown once a part of the application turns out to be gone from the server: it was replaced by a newer one. */
export function NewVersionNotice() {
  const t = useTexts(appTexts);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    // Without a network a part is missing, not replaced: ConnectionNotice says so.
    const show = () => afterPress(() => setShown((before) => before || onlineManager.isOnline()));
    window.addEventListener('vite:preloadError', show);
    return () => window.removeEventListener('vite:preloadError', show);
  }, []);
  return (
    <div role="status" className="fixed bottom-[calc(1rem+var(--kept-below))] left-4 z-50">
      {shown ? (
        <div className="mr-4 flex items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 text-sm shadow-float">
          {t('newVersion.text')}
          <Button size="sm" variant="secondary" onClick={() => location.reload()}>
            {t('newVersion.reload')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setShown(false)}>
            {t('newVersion.later')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
