import type { Role } from '@atalaya/contract/roles';
import type { CardKey, ChartKey, Figure } from './dashboard.api.ts';

/** What each role is shown, in its order: known before the figures are, so that nothing moves when they come. */
export const SHOWN: Record<Role, { cards: readonly CardKey[]; charts: readonly ChartKey[] }> = {
  super_admin: {
    cards: ['money', 'signed_in', 'new_clients', 'sales'],
    charts: ['views', 'daily_sales', 'completed_tasks'],
  },
  admin: {
    cards: ['seats', 'active_users', 'pending_invitations', 'open_tickets'],
    charts: ['views', 'opened_tickets', 'completed_tasks'],
  },
  user: {
    cards: ['open_tickets', 'in_progress_tickets', 'resolved_tickets', 'own_tickets'],
    charts: ['opened_tickets', 'completed_tasks'],
  },
};

export type Destination = { to: string; search?: Record<string, string> };

/** The list behind a card; of money, the rows that it is the sum of. */
const CARD_LINKS: Record<CardKey, Destination> = {
  money: { to: '/admin/financial-reports', search: { period: 'today', figure: 'plans~total~collected~' } },
  signed_in: { to: '/admin/users', search: { sort: 'last_login_at', order: 'desc' } },
  new_clients: { to: '/admin/companies' },
  sales: { to: '/admin/financial-reports', search: { period: 'month', figure: 'plans~total~invoiced~' } },
  seats: { to: '/admin/my-companies' },
  active_users: { to: '/admin/users', search: { status: 'active' } },
  pending_invitations: { to: '/admin/users', search: { tab: 'invitations', istatus: 'pending' } },
  open_tickets: { to: '/admin/tickets', search: { status: 'open' } },
  in_progress_tickets: { to: '/admin/tickets', search: { status: 'in_progress' } },
  resolved_tickets: { to: '/admin/tickets', search: { status: 'resolved' } },
  own_tickets: { to: '/admin/tickets' },
};

/** The same for a figure that is here: rows of money are of one currency. */
export function linkOf(name: CardKey, figure: Figure | null | undefined): Destination {
  const { to, search } = CARD_LINKS[name];
  if (!search?.['figure']) return search ? { to, search } : { to };
  if (!figure?.currency) return { to };
  return { to, search: { ...search, figure: search['figure'] + figure.currency } };
}

/** The list behind a chart; pages seen have none. */
export const CHART_LINKS: Record<ChartKey, Destination | null> = {
  views: null,
  daily_sales: { to: '/admin/billing' },
  opened_tickets: { to: '/admin/tickets' },
  completed_tasks: { to: '/admin/tickets', search: { status: 'resolved' } },
};
