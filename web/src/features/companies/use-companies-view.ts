import type { DataTableDensity } from '@atalaya/ui/data-table';
import { useState } from 'react';
import { useSession } from '../../platform/session.ts';

/** How a person likes the table: kept on this device, for each person apart. */
export type CompaniesView = { density: DataTableDensity; hidden: readonly string[] };

const DEFAULT: CompaniesView = { density: 'comfortable', hidden: [] };
export const HIDEABLE = ['status', 'max_users', 'created_at'] as const;

function read(key: string): CompaniesView {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<CompaniesView> | null;
    const hidden = HIDEABLE.filter((each) => stored?.hidden?.includes(each));
    return { density: stored?.density === 'compact' ? 'compact' : 'comfortable', hidden };
  } catch {
    return DEFAULT;
  }
}

export function useCompaniesView() {
  const { profile } = useSession();
  const key = `atalaya-view-companies-${profile.id}`;
  const [view, setView] = useState(() => read(key));
  const change = (next: CompaniesView) => {
    setView(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [view, change] as const;
}
