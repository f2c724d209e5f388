import { ConfirmDialog } from '@atalaya/ui/confirm-dialog';
import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs-texts.ts';

/** Asks before a form with changes is left by a link, by Back, or by closing the tab. `when` is asked each time. */
export function UnsavedGuard({ when }: { when: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: when, enableBeforeUnload: when, withResolver: true });
  return (
    <DiscardDialog
      open={blocker.status === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
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
