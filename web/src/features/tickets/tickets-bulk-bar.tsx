import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { ticketsTexts } from './tickets.es.ts';
import { type BulkAction, type Chosen, type Ticket, type TicketFilters, sentFilters } from './tickets.api.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import { BulkDialog } from './bulk-dialogs.tsx';

type TicketsBulkBarProps = {
  selected: ReadonlySet<string>;
  filters: TicketFilters;
  /** The rows of this page. */
  rows: readonly Ticket[];
  /** How many match the filters in all. */
  total: number;
  onDone: () => void;
};

/** What can be done to the selected tickets at once: those ticked, or all that match the filters. */
export function TicketsBulkBar({ selected, filters, rows, total, onDone }: TicketsBulkBarProps) {
  const t = useTexts(ticketsTexts);
  const { number } = useFormat();
  const { profile } = useSession();
  const [allMatching, setAllMatching] = useState(false);
  const [dialog, setDialog] = useState<'assign' | 'resolve' | null>(null);
  const { run, send, busy } = useBulkActions(onDone);

  const count = allMatching ? total : selected.size;
  const chosen: Chosen = allMatching
    ? { filters: sentFilters(filters, profile.id), total }
    : { ids: [...selected] };
  const pageIsSelected = rows.every((row) => selected.has(row.id));

  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-selected px-3 py-2"
    >
      <p role="status" className="mr-2 font-medium text-primary-ink tabular-nums">
        {t('bulk.selected', { count: number(count) })}
      </p>
      {pageIsSelected && !allMatching && total > rows.length ? (
        <Button variant="link" size="sm" onClick={() => setAllMatching(true)}>
          {t('bulk.selectMatching', { total: number(total) })}
        </Button>
      ) : null}
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
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('bulk.clear')}
        onClick={onDone}
        className="max-sm:ml-auto"
      >
        <X size={16} />
      </Button>
      {dialog ? (
        <BulkDialog
          name={dialog}
          count={count}
          organization_id={allMatching ? null : organizationOf(rows, selected)}
          send={(action) => send(action, chosen, count)}
          onDone={onDone}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
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
function organizationOf(rows: readonly Ticket[], selected: ReadonlySet<string>): string | null {
  const chosen = rows.filter(({ id }) => selected.has(id));
  const ids = new Set(chosen.map(({ organization }) => organization.id));
  return chosen.length === selected.size && ids.size === 1 ? ([...ids][0] ?? null) : null;
}
