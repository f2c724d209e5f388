import { z } from 'zod';
import { TOKEN_MAX } from './limits.ts';
import { ALL_NOTIFICATION_EVENTS, MUTABLE_EVENTS, NOTIFICATION_OBJECTS } from './notification-events.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery, text } from './shapes.ts';

export const notificationSchema = z.object({
  id,
  event: z.enum(ALL_NOTIFICATION_EVENTS),
  /** What it is about; without an id it is about several, or about oneself. */
  object_type: z.enum(NOTIFICATION_OBJECTS),
  object_id: id.nullable(),
  /** What the sentence names: an author, a title, a number. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: instant,
  read_at: instant.nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** One event, as a person wants to be told of it. `mail` is null where it is never mailed. */
export const notificationPreferenceSchema = z.object({
  event: z.enum(MUTABLE_EVENTS),
  screen: z.boolean(),
  mail: z.boolean().nullable(),
});
export type NotificationPreference = z.infer<typeof notificationPreferenceSchema>;

const preferences = z.object({ items: z.array(notificationPreferenceSchema) });
const unread = z.object({ unread: z.int() });
const one = z.strictObject({ id });
const token = z.strictObject({ token: text(TOKEN_MAX) });
const unsubscription = z.object({ event: z.enum(MUTABLE_EVENTS), mail: z.boolean() });

export const notificationRoutes = defineRoutes({
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    summary: 'What one was told of, newest first, with how many are unread',
    access: 'notifications.list',
    query: z.strictObject({ ...pageQuery, unread: z.literal('true').optional() }),
    response: pageOf(notificationSchema).extend(unread.shape),
  },
  countNotifications: {
    method: 'GET',
    path: '/api/notifications/unread',
    summary: 'How many one has not read',
    access: 'notifications.list',
    response: unread,
  },
  readNotification: {
    method: 'POST',
    path: '/api/notifications/{id}/read',
    summary: 'Mark one as read',
    access: 'notifications.update',
    params: one,
    response: unread,
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark all as read',
    access: 'notifications.update',
    response: unread,
  },
  listNotificationPreferences: {
    method: 'GET',
    path: '/api/notifications/preferences',
    summary: 'Of what one is told, on the screen and by mail: the events that can concern one',
    access: 'notifications.list',
    response: preferences,
  },
  updateNotificationPreference: {
    method: 'PATCH',
    path: '/api/notifications/preferences',
    summary: 'Be told of an event, or not, on the screen or by mail',
    access: 'notifications.update',
    body: z.strictObject({
      event: z.enum(MUTABLE_EVENTS),
      screen: z.boolean().optional(),
      mail: z.boolean().optional(),
    }),
    response: preferences,
  },
  checkUnsubscription: {
    method: 'GET',
    path: '/api/unsubscriptions/{token}',
    summary: 'Which mails the link of a mail ends, and whether they still come; changes nothing',
    access: 'public',
    params: token,
    response: unsubscription,
    errors: ['request.rate_limited'],
  },
  unsubscribe: {
    method: 'POST',
    path: '/unsubscribe/{token}',
    summary:
      'End the mails of one kind, by the link of one of them; mail programs send it by themselves (RFC 8058)',
    access: 'public',
    params: token,
    response: unsubscription,
    fromAnywhere: true,
    errors: ['request.rate_limited'],
  },
});
