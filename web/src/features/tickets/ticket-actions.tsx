import { type TicketEvent, ticketStatusAfter } from '@atalaya/contract/ticket-states';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  Ellipsis,
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
import { detailTexts } from './detail.es.ts';
import { type TicketDetail, startTicket } from './tickets.api.ts';
import { useMoveOn, useRemoveTicket } from './use-ticket-actions.ts';

/** What opens a dialog of its own. */
export type TicketDialogName = 'assign' | 'resolve' | 'close' | 'reopen' | 'edit' | 'canned';

type TicketActionsProps = {
  ticket: TicketDetail;
  isReplying: boolean;
  onReply: () => void;
  onDialog: (name: TicketDialogName) => void;
  onRemoved: () => void;
};

/** What can be done to a ticket, by its state and by who one is. */
export function TicketActions({ ticket, isReplying, onReply, onDialog, onRemoved }: TicketActionsProps) {
  const t = useTexts(detailTexts);
  const { may } = usePermissions();
  const can = (event: TicketEvent) => ticketStatusAfter(ticket.status, event) !== null;
  const canWrite = can('customer_reply') || may('messages.internal');
  return (
    // A phone has room for either the answer or these.
    <div className={`contents max-sm:*:grow ${isReplying ? 'max-sm:hidden' : ''}`}>
      <MoreActions ticket={ticket} onEdit={() => onDialog('edit')} onRemoved={onRemoved} />
      {may('tickets.assign') ? (
        <Button variant="outline" icon={<UserPlus size={16} />} onClick={() => onDialog('assign')}>
          {t('actions.assign')}
        </Button>
      ) : null}
      {may('messages.create') && !isReplying ? (
        <Button
          variant="outline"
          icon={<Reply size={16} />}
          disabled={!canWrite}
          title={canWrite ? undefined : t('reply.closed')}
          onClick={onReply}
        >
          {t('actions.reply')}
        </Button>
      ) : null}
      {may('tickets.resolve') && can('resolve') ? (
        <Button
          variant={isReplying ? 'outline' : 'primary'}
          icon={<CircleCheck size={16} />}
          onClick={() => onDialog('resolve')}
        >
          {t('actions.resolve')}
        </Button>
      ) : null}
      {may('tickets.close') && can('close') ? (
        <Button variant="outline" onClick={() => onDialog('close')}>
          {t('actions.close')}
        </Button>
      ) : null}
      {may('tickets.reopen') && can('reopen') ? (
        <Button variant="outline" icon={<RotateCcw size={16} />} onClick={() => onDialog('reopen')}>
          {t('actions.reopen')}
        </Button>
      ) : null}
    </div>
  );
}

type MoreActionsProps = { ticket: TicketDetail; onEdit: () => void; onRemoved: () => void };

function MoreActions({ ticket, onEdit, onRemoved }: MoreActionsProps) {
  const t = useTexts(detailTexts);
  const { may } = usePermissions();
  const { move, busy } = useMoveOn(ticket.id);
  const remove = useRemoveTicket(onRemoved);
  if (!may('tickets.update') && !may('tickets.delete')) return null;
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button variant="ghost" iconOnly aria-label={t('actions.more')} className="mr-auto max-sm:grow-0!">
          <Ellipsis size={16} />
        </Button>
      }
    >
      {may('tickets.update') ? (
        <>
          <MenuItem
            icon={<Play />}
            disabled={busy || ticketStatusAfter(ticket.status, 'start') === null}
            onSelect={() => void move(startTicket, t('started'))}
          >
            {t('actions.start')}
          </MenuItem>
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            {t('actions.edit')}
          </MenuItem>
        </>
      ) : null}
      {may('audit.export') ? (
        <MenuItem icon={<History />} render={<Link to="/admin/audit" search={{ object: ticket.id }} />}>
          {t('actions.audit')}
        </MenuItem>
      ) : null}
      {may('tickets.delete') ? (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void remove(ticket)}>
          {t('actions.remove')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
