import { type TicketEvent, ticketStatusAfter } from '@atalaya/contract/ticket-states';
import { Button } from '@atalaya/ui/button';
import { MenuItem } from '@atalaya/ui/menu';
import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  CircleX,
  History,
  Pencil,
  Play,
  Reply,
  RotateCcw,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { MoreActions } from '../../shared/more-actions.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { type TicketDetail, startTicket } from './tickets.api.ts';
import { useMoveOn, useRemoveTicket } from './use-ticket-actions.tsx';

/** What opens a dialog of its own. */
export type TicketDialogName = 'assign' | 'resolve' | 'close' | 'reopen' | 'edit' | 'canned';

type OpensDialog = { ticket: TicketDetail; onDialog: (name: TicketDialogName) => void };

/** What one may do to a ticket, by its state and by who one is. */
function useOffers(ticket: TicketDetail) {
  const { may } = usePermissions();
  const can = (event: TicketEvent) => ticketStatusAfter(ticket.status, event) !== null;
  return {
    write: can('customer_reply') || may('messages.internal'),
    assign: may('tickets.assign'),
    resolve: may('tickets.resolve') && can('resolve'),
    close: may('tickets.close') && can('close'),
    reopen: may('tickets.reopen') && can('reopen'),
    update: may('tickets.update'),
    audit: may('audit.export'),
    remove: may('tickets.delete'),
  };
}

/** The one thing that is done most: to answer or, where that is over, to begin again. */
export function MainAction({ ticket, onDialog, onReply }: OpensDialog & { onReply: () => void }) {
  const t = useTexts(ticketDetailTexts);
  const { may } = usePermissions();
  const offers = useOffers(ticket);
  if (!offers.write && offers.reopen)
    return (
      <Button icon={<RotateCcw size={16} />} onClick={() => onDialog('reopen')}>
        {t('actions.reopen')}
      </Button>
    );
  if (!may('messages.create')) return null;
  return (
    <Button
      icon={<Reply size={16} />}
      disabled={!offers.write}
      title={offers.write ? undefined : t('reply.closed')}
      onClick={onReply}
    >
      {t('actions.reply')}
    </Button>
  );
}

/** All else that can be done to a ticket, behind one button. */
export function OtherActions({ ticket, onDialog, onRemoved }: OpensDialog & { onRemoved: () => void }) {
  const t = useTexts(ticketDetailTexts);
  const { write, ...offers } = useOffers(ticket);
  const { move, busy } = useMoveOn(ticket.id);
  const remove = useRemoveTicket(onRemoved);
  const reopen = write && offers.reopen;
  if (!Object.values({ ...offers, reopen }).some(Boolean)) return null;
  return (
    <MoreActions label={t('actions.more')}>
      {offers.assign ? (
        <MenuItem icon={<UserPlus />} onSelect={() => onDialog('assign')}>
          {t('actions.assign')}
        </MenuItem>
      ) : null}
      {offers.update ? (
        <>
          <MenuItem
            icon={<Play />}
            disabled={busy || ticketStatusAfter(ticket.status, 'start') === null}
            onSelect={() => void move(startTicket, t('started'))}
          >
            {t('actions.start')}
          </MenuItem>
          <MenuItem icon={<Pencil />} onSelect={() => onDialog('edit')}>
            {t('actions.edit')}
          </MenuItem>
        </>
      ) : null}
      {offers.resolve ? (
        <MenuItem icon={<CircleCheck />} onSelect={() => onDialog('resolve')}>
          {t('actions.resolve')}
        </MenuItem>
      ) : null}
      {offers.close ? (
        <MenuItem icon={<CircleX />} onSelect={() => onDialog('close')}>
          {t('actions.close')}
        </MenuItem>
      ) : null}
      {reopen ? (
        <MenuItem icon={<RotateCcw />} onSelect={() => onDialog('reopen')}>
          {t('actions.reopen')}
        </MenuItem>
      ) : null}
      {offers.audit ? (
        <MenuItem icon={<History />} render={<Link to="/admin/audit" search={{ object: ticket.id }} />}>
          {t('actions.audit')}
        </MenuItem>
      ) : null}
      {offers.remove ? (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void remove(ticket)}>
          {t('actions.remove')}
        </MenuItem>
      ) : null}
    </MoreActions>
  );
}
