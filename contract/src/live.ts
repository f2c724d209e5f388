import { z } from 'zod';
import { defineRoutes } from './route.ts';

/** What live events are about; each says only that something about an object is new, never what. */
export const LIVE_TOPICS = [
  'tickets',
  'notifications',
  // Of these lists only that something in them is new, not which object.
  'users',
  'invitations',
  'organizations',
  'plans',
  'billing',
  // What was sent to which endpoint, and the endpoints.
  'webhooks',
  // What takes a copy of the audit log, and its batches.
  'audit_streams',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** The id of an event: the process that heard it, and an instant. */
export const LIVE_ID = /^([0-9a-f]{8})-(\d{1,15})$/;

/** The data of one event of the stream. */
export type LiveNews = {
  topic: LiveTopic;
  /** null: of many objects. */
  object_id: string | null;
};

export const liveRoutes = defineRoutes({
  readLive: {
    method: 'GET',
    path: '/api/live',
    summary:
      'What changes for whoever is signed in, as it happens: server-sent events. `news` names a topic and an object; ' +
      '`ready` begins a stream; `resync` says that events may have been missed',
    access: 'signed_in',
    query: z.strictObject({
      after: z
        .string()
        .regex(LIVE_ID)
        .optional()
        .meta({ description: '`live_after` of the session: news since then' }),
    }),
    response: z.unknown().meta({ description: 'text/event-stream' }),
    eventStream: true,
    errors: ['request.rate_limited'],
  },
});
