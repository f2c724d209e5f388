import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { BulkProps } from '../../shared/list-screen.tsx';
import { ticketsTexts } from './tickets.es.ts';
import type { BulkAction, SentFilters, Ticket } from './tickets.api.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import { BulkDialog } from './bulk-dialogs.tsx';

/** What can be done to several tickets at once. */
export function TicketBulkActions({ chosen, count, rows, onDone }: BulkProps<Ticket, SentFilters>) {
  const t = useTexts(ticketsTexts);
  const [dialog, setDialog] = useState<'assign' | 'resolve' | null>(null);
  const { run, send, busy } = useBulkActions(onDone);
  return (
    <>
      <div className="ml-auto flex flex-wrap items-center gap-1 max-sm:order-1 max-sm:w-full max-sm:*:grow">
        <Button variant="outline" size="sm" disabled={busy} onClick={() => setDialog('assign')}>
          {t('bulk.assign')}
        </Button>
        <BulkMenus
          busy={busy}
          act={(action) => void run(action, chosen, count)}
          onResolve={() => setDialog('resolve')}
        />
      </div>
      {dialog ? (
        <BulkDialog
          name={dialog}
          count={count}
          organization_id={organizationOf(rows, count)}
          send={(action) => send(action, chosen, count)}
          onDone={onDone}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

type BulkMenusProps = { busy: boolean; act: (action: BulkAction) => void; onResolve: () => void };

function BulkMenus({ busy, act, onResolve }: BulkMenusProps) {
  const t = useTexts(ticketsTexts);
  const trigger = (label: string) => (
    <Button variant="outline" size="sm" disabled={busy}>
      {label}
      <ChevronDown size={14} aria-hidden />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger(t('bulk.status'))}>
        <MenuItem onSelect={() => act({ type: 'start' })}>{t('bulk.start')}</MenuItem>
        <MenuItem onSelect={onResolve}>{t('bulk.resolve')}</MenuItem>
        <MenuItem onSelect={() => act({ type: 'close' })}>{t('bulk.close')}</MenuItem>
        <MenuItem onSelect={() => act({ type: 'reopen' })}>{t('bulk.reopen')}</MenuItem>
      </Menu>
      <Menu trigger={trigger(t('bulk.priority'))}>
        {TICKET_PRIORITIES.map((priority) => (
          <MenuItem key={priority} onSelect={() => act({ type: 'priority', priority })}>
            {t(`priority.${priority}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Whose they are, where all of them are on this page and of one organization. */
function organizationOf(rows: readonly Ticket[], count: number): string | null {
  const ids = new Set(rows.map(({ organization }) => organization.id));
  return rows.length === count && ids.size === 1 ? ([...ids][0] ?? null) : null;
}
