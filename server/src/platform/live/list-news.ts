import type { LiveTopic } from '@atalaya/contract/live';
import { scopeOf } from '@atalaya/contract/permissions';
import type { Permission, Scope } from '@atalaya/contract/permissions';
import { ROLES } from '@atalaya/contract/roles';
import type { Db } from '../database/database.ts';
import type { LiveEvent } from './live-event.ts';
import { publishAll } from './publish.ts';

type List = { topic: LiveTopic; permission: Permission };

/** Which list shows the objects of the audit log, and what lets one read it. Tickets tell of themselves, one by one. */
const LISTS: Partial<Record<string, List>> = {
  user: { topic: 'users', permission: 'users.list' },
  invitation: { topic: 'invitations', permission: 'invitations.list' },
  organization: { topic: 'organizations', permission: 'organizations.read' },
  plan: { topic: 'plans', permission: 'plans.list' },
  subscription: { topic: 'billing', permission: 'subscription.read' },
  webhook: { topic: 'webhooks', permission: 'webhooks.read' },
  audit_stream: { topic: 'audit_streams', permission: 'auditStreams.read' },
  invoice: { topic: 'billing', permission: 'invoices.list' },
  mandate: { topic: 'billing', permission: 'mandates.list' },
  debit_run: { topic: 'billing', permission: 'debitRuns.read' },
  bank_statement: { topic: 'billing', permission: 'bankStatements.read' },
  verifactu: { topic: 'billing', permission: 'verifactu.read' },
};

type Changed = { object_type: string; organization_id: string | null };

/**
 * Tells those who may read the lists of what has changed that something in them is new, once the transaction commits:
 * one small event for each list and organization, however many objects of it the transaction changes, since PostgreSQL
 * hands on one of several alike. Whose session made the change hears nothing.
 */
export async function tellLists(db: Db, session_id: string | undefined, changes: readonly Changed[]) {
  const told = new Map<string, LiveEvent>();
  for (const { object_type, organization_id } of changes) {
    const list = LISTS[object_type];
    if (list) told.set(`${list.topic} ${organization_id}`, eventOf(list, organization_id, session_id));
  }
  if (told.size) await publishAll(db, [...told.values()]);
}

const WIDE: (Scope | null)[] = ['organization', 'all'];

function eventOf(
  { topic, permission }: List,
  organization_id: string | null,
  session_id?: string,
): LiveEvent {
  const lowest = ROLES.find((role) => WIDE.includes(scopeOf(role, permission))) ?? 'super_admin';
  return {
    topic,
    object_id: null,
    organization_id,
    minimum_role: lowest,
    profile_ids: [],
    ...(scopeOf(lowest, permission) === 'all' ? { of_all: true } : {}),
    ...(session_id ? { session_id } : {}),
  };
}
