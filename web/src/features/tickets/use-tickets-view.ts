import type { DataTableDensity } from '@atalaya/ui/data-table';
import { useState } from 'react';
import { useSession } from '../../platform/session.ts';

/** How a person likes the table: kept on this device, for each person apart. */
export type TicketsView = { density: DataTableDensity; hidden: readonly string[] };

const HIDEABLE = new Set(['organization', 'priority', 'status', 'assigned_to', 'created_at']);

function read(key: string): TicketsView {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<TicketsView> | null;
    const hidden = (stored?.hidden ?? []).filter((each) => HIDEABLE.has(each));
    return { density: stored?.density === 'compact' ? 'compact' : 'comfortable', hidden };
  } catch {
    return { density: 'comfortable', hidden: [] };
  }
}

export function useTicketsView() {
  const { profile } = useSession();
  const key = `atalaya-view-tickets-${profile.id}`;
  const [view, setView] = useState(() => read(key));
  const change = (next: TicketsView) => {
    setView(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [view, change] as const;
}
