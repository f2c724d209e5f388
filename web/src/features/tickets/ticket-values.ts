import type { TicketPriority } from '@atalaya/contract/choices';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import { NOBODY } from './assignee-select.tsx';
import type { TicketDetail } from './tickets.api.ts';

/** What the form of a ticket holds; company and person only while it is being created. */
export type TicketValues = {
  title: string;
  description: string;
  priority: TicketPriority;
  organization_id: ComboboxOption | null;
  assigned_to: string;
  /** How many files are chosen for a new one: they are a change that one may lose. */
  files: number;
};

export function valuesOf(ticket: TicketDetail | null): TicketValues {
  return {
    title: ticket?.title ?? '',
    description: ticket?.description ?? '',
    priority: ticket?.priority ?? 'medium',
    organization_id: null,
    assigned_to: NOBODY,
    files: 0,
  };
}
