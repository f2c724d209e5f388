import type { DataTableDensity } from '@atalaya/ui/data-table';
import { useState } from 'react';
import { useSession } from '../platform/session.ts';

export type TableView = { density: DataTableDensity; hidden: readonly string[] };

function read(key: string, hideable: readonly string[]): TableView {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<TableView> | null;
    const hidden = (stored?.hidden ?? []).filter((each) => hideable.includes(each));
    return { density: stored?.density === 'compact' ? 'compact' : 'comfortable', hidden };
  } catch {
    return { density: 'comfortable', hidden: [] };
  }
}

/** How a person likes one table: kept on this device, for each person apart. */
export function useTableView(table: string, hideable: readonly string[]) {
  const { profile } = useSession();
  const key = `atalaya-view-${table}-${profile.id}`;
  const [view, setView] = useState(() => read(key, hideable));
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
