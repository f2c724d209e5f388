import { Button } from '@atalaya/ui/button';
import { Plus } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ExportButton } from '../../shared/export-button.tsx';
import { ImportButton } from '../../shared/import-button.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { textField, useUrlState } from '../../shared/url-state.ts';
import { TicketsPanel } from './tickets-panel.tsx';
import { ticketsTexts } from './tickets.es.ts';
import { sentFilters } from './tickets.api.ts';
import { useLiveTickets } from './use-live-tickets.ts';
import { useTicketFilters } from './use-ticket-filters.ts';
import { TicketDialog } from './ticket-dialog.tsx';

/** `ticket`: which is open, by id, or 'new'; `view`: which part of it, the next one starts anew. */
const fields = { ticket: textField(), view: textField() };

/** 'Tickets de Soporte'. */
export function TicketsPage() {
  const t = useTexts(ticketsTexts);
  const { may } = usePermissions();
  const [{ ticket }, setState] = useUrlState(fields);
  const [{ bin }] = useTicketFilters();
  useLiveTickets();
  const open = (id: string) => setState({ ticket: id, view: '' });
  /** An answer may come late: another ticket that was opened since stays. */
  const close = (id: string) => setState((now) => (now.ticket === id ? { ticket: '', view: '' } : {}));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {may('tickets.export') && !bin ? <ExportTickets /> : null}
            {may('transfers.use') && may('tickets.create') && !bin ? (
              <ImportButton resource="tickets" />
            ) : null}
            {may('tickets.create') ? (
              <Button icon={<Plus size={16} />} onClick={() => open('new')}>
                {t('create')}
              </Button>
            ) : null}
          </>
        }
      />
      <TicketsPanel onOpen={open} />
      {ticket === '' || (ticket === 'new' && !may('tickets.create')) ? null : (
        <TicketDialog id={ticket} onOpen={open} onClose={() => close(ticket)} />
      )}
    </>
  );
}

/** What the list shows, as a file. */
function ExportTickets() {
  const { profile } = useSession();
  const [state] = useTicketFilters();
  return <ExportButton what={() => ({ resource: 'tickets', filters: sentFilters(state, profile.id) })} />;
}
