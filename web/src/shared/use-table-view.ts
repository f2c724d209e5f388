import type { DataTableDensity } from '@atalaya/ui/data-table';
import { useState } from 'react';
import { useSession } from '../platform/session.ts';

export type TableView = { density: DataTableDensity; hidden: readonly string[] };

const PLAIN: TableView = { density: 'comfortable', hidden: [] };

function read(key: string, hideable: readonly string[]): TableView {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<TableView> | null;
    const hidden = (stored?.hidden ?? []).filter((each) => hideable.includes(each));
    return { density: stored?.density === 'compact' ? 'compact' : 'comfortable', hidden };
  } catch {
    return PLAIN;
  }
}

/** The name by which the choice for a table is kept, and the columns that may be hidden. */
export type KeptView = { name: string; hideable: readonly string[] };

/** How a person likes one table: kept on this device, for each person apart. A table without a choice is plain. */
export function useTableView(kept: KeptView | undefined) {
  const { profile } = useSession();
  const key = `atalaya-view-${kept?.name ?? ''}-${profile.id}`;
  const [view, setView] = useState(() => (kept ? read(key, kept.hideable) : PLAIN));
  const change = (next: TableView) => {
    setView(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Full or forbidden: it holds until the page is left.
    }
  };
  return [view, change] as const;
}
