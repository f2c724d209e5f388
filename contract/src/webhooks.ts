import { z } from 'zod';
import { EVENT_NOUNS } from './event-types.ts';
import { WEBHOOK_TEXT_MAX, WEBHOOK_URL_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import {
  DELIVERY_PROBLEMS,
  DELIVERY_STATES,
  WEBHOOK_OFF_REASONS,
  WEBHOOK_PAYLOADS,
} from './webhook-choices.ts';
import { id, instant, line, moment, pageOf, pageQuery, text, version, whichOrganization } from './shapes.ts';

const nouns = z.enum(EVENT_NOUNS);

export const webhookSchema = z.object({
  id,
  /** null: of the whole system. */
  organization_id: id.nullable(),
  url: z.string(),
  description: z.string(),
  /** Events of these nouns alone; null: all. */
  nouns: z.array(z.string()).nullable(),
  payload: z.enum(WEBHOOK_PAYLOADS),
  is_on: z.boolean(),
  off_reason: z.enum(WEBHOOK_OFF_REASONS).nullable(),
  /** The first try that failed since the last that went well. */
  failing_since: instant.nullable(),
  /** Deliveries that wait for their next try; above a thousand it says a thousand. */
  waiting: z.int(),
  /** The secret before is good until then. */
  former_until: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  version,
});
export type Webhook = z.infer<typeof webhookSchema>;

export const deliverySchema = z.object({
  id,
  event_id: id,
  event_type: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  status: z.int().nullable(),
  problem: z.enum(DELIVERY_PROBLEMS).nullable(),
  duration_ms: z.int().nullable(),
  attempted_at: instant.nullable(),
  /** null: there is none. */
  next_try_at: instant.nullable(),
  created_at: instant,
});
export type Delivery = z.infer<typeof deliverySchema>;

const one = z.strictObject({ id });
const values = {
  url: line(WEBHOOK_URL_MAX).pipe(z.string().min(1)),
  description: line(WEBHOOK_TEXT_MAX),
  nouns: z.array(nouns).min(1).max(EVENT_NOUNS.length).nullable(),
  payload: z.enum(WEBHOOK_PAYLOADS),
};
const withSecret = z.object({
  item: webhookSchema,
  /** 'whsec_…': shown this once. */
  secret: z.string(),
});

/** One; all that failed since a moment; or everything since a moment, up to as long ago as the log is kept. */
const resend = z
  .strictObject({
    what: z.enum(['one', 'failed', 'all']),
    /** Of one. */
    delivery_id: id.optional(),
    /** Of the others. */
    since: moment.optional(),
  })
  .refine(({ what, delivery_id }) => what !== 'one' || delivery_id !== undefined, {
    path: ['delivery_id'],
    error: 'required',
  })
  .refine(({ what, since }) => what === 'one' || since !== undefined, { path: ['since'], error: 'required' });
export type Resend = z.infer<typeof resend>;

export const webhookRoutes = defineRoutes({
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    summary: 'The endpoints of an organization; for a super_admin who names none those of the whole system',
    access: 'webhooks.read',
    query: whichOrganization,
    response: z.object({
      items: z.array(webhookSchema),
      /** 'whpk_…': with it signatures `v1a` are checked. */
      public_key: z.string(),
    }),
  },
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Add an endpoint; its secret is shown once',
    access: 'webhooks.update',
    query: whichOrganization,
    body: z.strictObject({
      url: values.url,
      description: values.description.default(''),
      nouns: values.nouns.default(null),
      payload: values.payload.default('thin'),
    }),
    response: withSecret,
    status: 201,
    errors: ['webhook.too_many', 'webhook.address_refused'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    summary: 'Change, pause or resume an endpoint; a stale version answers 409 with the current values',
    access: 'webhooks.update',
    params: one,
    body: z.strictObject({
      version,
      url: values.url.optional(),
      description: values.description.optional(),
      nouns: values.nouns.optional(),
      payload: values.payload.optional(),
      is_on: z.boolean().optional(),
    }),
    response: webhookSchema,
    errors: ['webhook.address_refused', 'object.stale'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    summary: 'Remove an endpoint with its deliveries',
    access: 'webhooks.update',
    params: one,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/{id}/secret',
    summary: 'Make another secret, shown once; for a day both are signed with',
    access: 'webhooks.update',
    params: one,
    body: z.strictObject({}),
    response: withSecret,
  },
  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    summary: 'Send a test event to an endpoint',
    access: 'webhooks.update',
    costly: true,
    params: one,
    body: z.strictObject({}),
    response: deliverySchema,
    status: 202,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'What was sent to an endpoint and what became of it, newest first',
    access: 'webhooks.read',
    params: one,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(DELIVERY_STATES).optional(),
      /** 'user.updated', or 'user' for all of a noun. */
      type: text(80).optional(),
    }),
    response: pageOf(deliverySchema),
  },
  readWebhookDelivery: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries/{delivery_id}',
    summary: 'One delivery: what is sent, and the beginning of the last answer',
    access: 'webhooks.read',
    params: z.strictObject({ id, delivery_id: id }),
    response: deliverySchema.extend({ body: z.string(), answer: z.string().nullable() }),
  },
  resendWebhook: {
    method: 'POST',
    path: '/api/webhooks/{id}/resend',
    summary: 'Send one event again, all that failed since a moment, or everything since a moment',
    access: 'webhooks.update',
    costly: true,
    params: one,
    body: resend,
    response: z.object({
      /** How many wait now; null: everything is looked for, and sent by and by. */
      queued: z.int().nullable(),
    }),
    status: 202,
  },
});
