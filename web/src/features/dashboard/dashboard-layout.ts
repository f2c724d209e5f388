import type { Role } from '@atalaya/contract/roles';
import type { CardKey, ChartKey, Figure, Series } from './dashboard.api.ts';

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

export type Destination = { to: string; search?: Record<string, string>; resetScroll?: boolean };

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

/** What is counted of one day: the list is narrowed to it. */
const DAYS: Partial<Record<CardKey, 'last_login' | 'created'>> = {
  signed_in: 'last_login',
  new_clients: 'created',
};

/** The same for a figure that is here: rows of money are of one currency, those of today of the day that was counted. */
export function linkOf(
  name: CardKey,
  figure: Figure | null | undefined,
  today: string | undefined,
): Destination {
  const { to, search } = CARD_LINKS[name];
  const day = DAYS[name];
  if (day && today) return { to, search: { ...search, [`${day}_from`]: today, [`${day}_to`]: today } };
  if (!search?.['figure']) return search ? { to, search } : { to };
  if (!figure?.currency) return { to };
  return { to, search: { ...search, figure: search['figure'] + figure.currency } };
}

/** The payments of the last 30 days, once it is known in which currency. */
export function paymentsLink(currency: string | null | undefined): Destination {
  const to = '/admin/financial-reports';
  return currency ? { to, search: { period: '30d', figure: `plans~total~collected~${currency}` } } : { to };
}

/**
 * The rows that the days of a chart come to. Of pages seen nothing but the number of each day is kept: those numbers
 * are the rows.
 */
export function chartLinkOf(name: ChartKey, series: Series | null | undefined): Destination {
  if (name === 'views') return { to: '/admin', search: { tables: name }, resetScroll: false };
  if (name === 'daily_sales') return paymentsLink(series?.currency);
  const to = '/admin/tickets';
  const [first, last] = [series?.days.at(0), series?.days.at(-1)];
  if (!first || !last) return { to };
  const moment = name === 'opened_tickets' ? 'created' : 'resolved';
  return { to, search: { [`${moment}_from`]: first.day, [`${moment}_to`]: last.day } };
}
