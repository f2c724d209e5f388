import { z } from 'zod';
import type { EventType } from './event-types.ts';
import { id, instant } from './shapes.ts';

/** Of all payloads: raised where one changes so that a reader of the one before would take it for something else. */
export const EVENT_VERSION = 1;

/**
 * Who did it: a person with a session or with an API key, a person of the system, of whom an organization is told no more,
 * or the server (a job, or a person who was not signed in).
 */
export const EVENT_ACTORS = ['person', 'api_key', 'support', 'server'] as const;

const thin = {
  /** Of the entry in the audit log. It is the same each time that the event is sent. */
  id,
  type: z.string().meta({ examples: ['user.updated'] }),
  version: z.literal(EVENT_VERSION),
  occurred_at: instant,
  /** null: of the system, or of a person without an organization. */
  organization_id: id.nullable(),
  object: z.object({ type: z.string(), id: id.nullable() }),
  actor: z.object({ kind: z.enum(EVENT_ACTORS), id: id.nullable() }),
  /** Of two events of one object the one that happened later has the higher one; it has gaps. */
  order: z.int(),
  /** The fields that changed, by name. */
  changed: z.array(z.string()),
};

/** What an event says unless its receiver asks for more. */
export const thinEventSchema = z.object(thin);
export type ThinEvent = z.infer<typeof thinEventSchema>;

/** The same with the object, or its changed fields, as it was and as it became. */
export const fullEventSchema = z.object({
  ...thin,
  before: z.unknown(),
  after: z.unknown(),
  /** false: both are left out, since they are more than 64 kB. */
  complete: z.boolean(),
});
export type FullEvent = z.infer<typeof fullEventSchema>;

/** An event of this type, as documentation shows it. */
export function exampleOf(type: EventType): FullEvent {
  const [noun = ''] = type.split('.');
  return {
    id: '01a20448-1303-7000-9218-9846b8ddfe66',
    type,
    version: EVENT_VERSION,
    occurred_at: '2026-03-05T10:00:00.000Z',
    organization_id: '01a20448-1303-7000-9218-9846b8ddfe67',
    object: { type: noun, id: '01a20448-1303-7000-9218-9846b8ddfe68' },
    actor: { kind: 'person', id: '01a20448-1303-7000-9218-9846b8ddfe69' },
    order: 1_772_704_800_000_000,
    changed: ['name'],
    before: { name: 'Norte' },
    after: { name: 'Norte y Sur' },
    complete: true,
  };
}

/** Without what is told on request alone. */
export function thinOf({
  before: _before,
  after: _after,
  complete: _complete,
  ...event
}: FullEvent): ThinEvent {
  return event;
}
