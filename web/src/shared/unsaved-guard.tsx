import { ConfirmDialog } from '@atalaya/ui/confirm-dialog';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { useUnsaved } from '../platform/unsaved.ts';
import { dialogsTexts } from './dialogs.es.ts';
import { sessionOverTexts } from './session-over.es.ts';
import { SessionOver } from './session-over.tsx';

/**
 * Asks before a form with changes is left by a link, by Back, or by closing the tab, and keeps it if the session ends
 * while it is open. `when` is asked each time.
 */
export function UnsavedGuard({ when }: { when: () => boolean }) {
  const left = useRef(false);
  const isUnsaved = () => !left.current && when();
  const blocker = useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true });
  const isKept = useUnsaved(isUnsaved);
  // Here before they are shown: read only then, what was typed could be gone with a failure.
  useTexts(sessionOverTexts);
  return (
    <>
      <DiscardDialog
        open={blocker.status === 'blocked'}
        onDiscard={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
      {isKept ? <SessionOver onLeave={() => (left.current = true)} /> : null}
    </>
  );
}

type DiscardDialogProps = { open: boolean; onDiscard: () => void; onStay: () => void };

/** '¿Descartar los cambios?' */
export function DiscardDialog({ open, onDiscard, onStay }: DiscardDialogProps) {
  const t = useTexts(dialogsTexts);
  return (
    <ConfirmDialog
      open={open}
      title={t('unsaved.title')}
      consequence={t('unsaved.consequence')}
      confirmLabel={t('unsaved.discard')}
      cancelLabel={t('unsaved.stay')}
      onConfirm={onDiscard}
      onCancel={onStay}
    />
  );
}
