import type { NotificationEvent } from '@atalaya/contract/notification-events';
import type { Notification } from '@atalaya/contract/notifications';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notificationsTexts } from './notifications.es.ts';

type Loose = (key: string, values?: Record<string, string>) => string;

/** What happened, in one sentence; and what a kind of notice is called. */
export function useNotificationWords() {
  const t = useTexts(notificationsTexts);
  const format = useFormat();
  const loose = t as Loose;
  const sentence = ({ event, params }: Notification) => {
    const values: Record<string, string> = {};
    for (const [key, value] of Object.entries(params)) values[key] = String(value);
    const cents = Number(params['total_cents'] ?? params['amount_cents'] ?? params['outstanding_cents'] ?? 0);
    const isBack = event === 'payment.registered' && cents < 0;
    values['amount'] = format.money(isBack ? -cents : cents, values['currency']);
    if (values['ends_on']) values['day'] = format.date(`${values['ends_on']}T12:00:00`);
    const variant = isBack ? '_back' : '';
    return loose(`events.${event}${'count' in params ? '_many' : variant}`, values);
  };
  return { t, format, sentence, nameOf: (event: NotificationEvent) => loose(`names.${event}`) };
}

/** Where one goes on from a notification. */
export function addressOf({ event, object_type, object_id }: Notification) {
  switch (object_type) {
    case 'ticket':
      // Of several at once none is named; those that one was given are one's own now.
      return { to: '/admin/tickets', search: searchOf(event, object_id) } as const;
    case 'invitation':
      return { to: '/admin/users', search: { tab: 'invitations' } } as const;
    case 'invoice':
      return {
        to: '/admin/billing',
        search: { tab: 'invoices', ...(object_id ? { invoice: object_id } : {}) },
      } as const;
    case 'subscription':
      return { to: '/admin/billing', search: {} } as const;
    case 'connection':
    case 'domain':
      return { to: '/admin/settings', search: { tab: 'security' } } as const;
    case 'verifactu':
      return { to: '/admin/verifactu', search: OF_RECORDS[event] ?? {} } as const;
    case 'webhook':
    case 'audit_stream':
      return { to: '/admin/settings', search: { tab: 'integrations' } } as const;
    case 'account':
      return { to: '/admin/profile', search: profileTab(event) } as const;
  }
}

/** Where among the records, or at their issuer, something is to be done. */
const OF_RECORDS: Partial<Record<NotificationEvent, { tab?: 'issuer'; status?: 'rejected' }>> = {
  'verifactu.certificate_ending': { tab: 'issuer' },
  'verifactu.rate_missing': { tab: 'issuer' },
  'verifactu.rejected': { status: 'rejected' },
};

function searchOf(event: NotificationEvent, ticket: string | null): { ticket?: string; assigned?: string } {
  if (ticket) return { ticket };
  return event === 'ticket.assigned' ? { assigned: 'me' } : {};
}

/** The section of 'Mi Perfil' that news of one's account is about. */
function profileTab(event: NotificationEvent): { tab?: string } {
  if (event.startsWith('security.api_key')) return { tab: 'keys' };
  if (event === 'security.new_device' || event === 'security.session_ended') return { tab: 'sessions' };
  return event === 'security.role_changed' ? {} : { tab: 'security' };
}
