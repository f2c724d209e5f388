import { Button } from '@atalaya/ui/button';
import { Plus } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListTransfers } from '../transfers/transfers.face.ts';
import { BinButton, BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { textField, useUrlState } from '../../shared/url-state.ts';
import { useTight } from '../../shared/use-phone.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { TicketList } from './ticket-list.tsx';
import { readTicketAddress, useTicketAddress } from './ticket-address.ts';
import { sentFilters, ticketsQuery } from './tickets.api.ts';
import { ticketsTexts } from './tickets.es.ts';
import { useLiveTickets } from './use-live-tickets.ts';

/** `ticket`: which is open, by id, or 'new'; `view`: which part of it, the next one starts anew. */
const screenFields = { ticket: textField(), view: textField() };

export const readAhead: ReadAhead = ({ client, search, session }) => {
  const { id, role } = session.profile;
  return client.query(ticketsQuery(readTicketAddress(search, role), id));
};

/** 'Tickets de Soporte'. */
export function TicketsPage() {
  const t = useTexts(ticketsTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const [{ ticket }, setScreen] = useUrlState(screenFields);
  const [state] = useTicketAddress();
  const isBin = useShowsBin() && may('tickets.delete');
  const isTight = useTight();
  useLiveTickets();
  const open = (id: string) => setScreen({ ticket: id, view: '' });
  /** An answer may come late: another ticket that was opened since stays. */
  const close = (id: string) => setScreen((now) => (now.ticket === id ? { ticket: '', view: '' } : {}));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {isBin ? null : (
              <ListTransfers
                exported={
                  may('tickets.export')
                    ? () => ({ resource: 'tickets', filters: sentFilters(state, profile.id) })
                    : null
                }
                imported={may('transfers.use') && may('tickets.create') ? 'tickets' : null}
              />
            )}
            {may('tickets.delete') && !isBin && !isTight ? <BinButton /> : null}
            {may('tickets.create') ? (
              <Button icon={<Plus size={16} />} onClick={() => open('new')}>
                <span className="max-sm:sr-only">{t('create')}</span>
              </Button>
            ) : null}
          </>
        }
      />
      {isBin ? <BinPlace type="ticket" /> : <TicketList onOpen={open} />}
      {ticket === '' || (ticket === 'new' && !may('tickets.create')) ? null : (
        <TicketDialog id={ticket} onOpen={open} onClose={() => close(ticket)} />
      )}
    </>
  );
}
