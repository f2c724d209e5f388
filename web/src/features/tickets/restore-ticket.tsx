import { Button } from '@atalaya/ui/button';
import { RotateCcw } from 'lucide-react';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { ticketsTexts } from './tickets.es.ts';
import { type Ticket, useRestoreTicket } from './tickets.api.ts';

/** Out of the bin, exactly as it was. */
export function RestoreTicket({ ticket }: { ticket: Ticket }) {
  const t = useTexts(ticketsTexts);
  const { language } = useLanguage();
  const restore = useRestoreTicket();
  // Awaited, not handed to mutate(): the row is gone by the time the answer comes.
  const run = () =>
    restore.mutateAsync(ticket.id).then(
      () => notify.success(t('bin.done')),
      async (error: unknown) =>
        notify.error(t('bin.failed'), { description: await errorText(error, language) }),
    );
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<RotateCcw size={14} />}
      busy={restore.isPending}
      onClick={() => void run()}
    >
      {t('bin.restore')}
    </Button>
  );
}
