import type { DataTableDensity } from '@atalaya/ui/data-table';
import { useState } from 'react';
import { useSession } from '../../platform/session.ts';

/** How a person likes the table: kept on this device, for each person apart. */
export type UsersView = { density: DataTableDensity; hidden: readonly string[] };

const DEFAULT: UsersView = { density: 'comfortable', hidden: [] };
const HIDEABLE = new Set(['organization', 'role', 'status', 'last_login_at']);

function read(key: string): UsersView {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<UsersView> | null;
    const hidden = (stored?.hidden ?? []).filter((each) => HIDEABLE.has(each));
    return { density: stored?.density === 'compact' ? 'compact' : 'comfortable', hidden };
  } catch {
    return DEFAULT;
  }
}

export function useUsersView() {
  const { profile } = useSession();
  const key = `atalaya-view-users-${profile.id}`;
  const [view, setView] = useState(() => read(key));
  const change = (next: UsersView) => {
    setView(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [view, change] as const;
}
