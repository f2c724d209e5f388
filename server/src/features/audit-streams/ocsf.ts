import type { EntryRecord, StreamRecord } from './record.ts';

/**
 * Records by the Open Cybersecurity Schema Framework (schema.ocsf.io): who signs in and out is Authentication, what is done
 * to accounts is Account Change, all else is API Activity. What has no place there is in `unmapped`, the chain above all.
 */
const OCSF_VERSION = '1.3.0';

type Class = { uid: number; name: string; category_uid: number; category_name: string };
const IAM = { category_uid: 3, category_name: 'Identity & Access Management' };
const ACCOUNT_CHANGE: Class = { uid: 3001, name: 'Account Change', ...IAM };
const AUTHENTICATION: Class = { uid: 3002, name: 'Authentication', ...IAM };
const API_ACTIVITY: Class = {
  uid: 6003,
  name: 'API Activity',
  category_uid: 6,
  category_name: 'Application Activity',
};

const OTHER = 99;
const ACTIVITIES: Partial<Record<string, [Class, number]>> = {
  'session.started': [AUTHENTICATION, 1],
  'session.ended': [AUTHENTICATION, 2],
  'session.others_ended': [AUTHENTICATION, 2],
  'session.all_ended': [AUTHENTICATION, 2],
  'account.registered': [ACCOUNT_CHANGE, 1],
  'account.password_changed': [ACCOUNT_CHANGE, 3],
  'account.password_reset': [ACCOUNT_CHANGE, 4],
  'user.created': [ACCOUNT_CHANGE, 1],
  'user.activated': [ACCOUNT_CHANGE, 2],
  'user.reset_sent': [ACCOUNT_CHANGE, 4],
  'user.deactivated': [ACCOUNT_CHANGE, 5],
  'user.offboarded': [ACCOUNT_CHANGE, 5],
  'user.deleted': [ACCOUNT_CHANGE, 6],
  'user.purged': [ACCOUNT_CHANGE, 6],
  'user.restored': [ACCOUNT_CHANGE, 1],
  'user.role_changed': [ACCOUNT_CHANGE, OTHER],
  'passkey.added': [ACCOUNT_CHANGE, 10],
  'passkey.removed': [ACCOUNT_CHANGE, 11],
  'two_factor.app_added': [ACCOUNT_CHANGE, 10],
  'two_factor.app_removed': [ACCOUNT_CHANGE, 11],
  'two_factor.reset': [ACCOUNT_CHANGE, 11],
};
/** What verbs are as API activities. */
const VERBS: Partial<Record<string, number>> = {
  created: 1,
  added: 1,
  uploaded: 1,
  issued: 1,
  exported: 2,
  downloaded: 2,
  updated: 3,
  renamed: 3,
  restored: 3,
  deleted: 4,
  removed: 4,
  purged: 4,
  revoked: 4,
};

/** Of a severity above the usual: what a SIEM shows first. */
const NOTEWORTHY = new Set([
  'account.password_reset',
  'account.ways_in_ended',
  'api_key.created',
  'api_key.used_elsewhere',
  'audit_stream.deleted',
  'audit_stream.passed_over',
  'audit_stream.updated',
  'enforcement.break_glass_used',
  'enforcement.switched_off',
  'session.all_ended',
  'two_factor.reset',
  'user.role_changed',
]);

type Json = Record<string, unknown>;

export function toOcsf(record: StreamRecord): Json {
  return record.kind === 'entry' ? entryOf(record) : ofTheServer(record);
}

const PRODUCT = { name: 'Atalaya', vendor_name: 'Atalaya' };

function entryOf(record: EntryRecord): Json {
  const { id, action, at, object, organization, ip_address, user_agent, request_id } = record;
  const [noun = '', verb = ''] = action.split('.');
  const [of, activity_id] = ACTIVITIES[action] ?? [API_ACTIVITY, VERBS[verb] ?? OTHER];
  const isNoteworthy = NOTEWORTHY.has(action);
  return {
    ...classified(of, activity_id, verb),
    time: Date.parse(at),
    severity_id: isNoteworthy ? 3 : 1,
    severity: isNoteworthy ? 'Medium' : 'Informational',
    status_id: 1,
    status: 'Success',
    message: action,
    metadata: {
      version: OCSF_VERSION,
      product: PRODUCT,
      uid: id,
      event_code: action,
      log_name: 'audit',
      sequence: record.order,
      ...(request_id ? { correlation_uid: request_id } : {}),
    },
    actor: actorOf(record),
    // Jobs of the server come from no address.
    src_endpoint: ip_address ? { ip: ip_address } : { name: 'Atalaya' },
    ...(user_agent ? { http_request: { user_agent } } : {}),
    ...partsOf(of, record, noun),
    unmapped: {
      object,
      organization,
      before: record.before,
      after: record.after,
      complete: record.complete,
      chain: record.chain,
    },
  };
}

const classified = (of: Class, activity_id: number, verb: string): Json => ({
  class_uid: of.uid,
  class_name: of.name,
  category_uid: of.category_uid,
  category_name: of.category_name,
  activity_id,
  activity_name: verb,
  type_uid: of.uid * 100 + activity_id,
});

function partsOf(of: Class, record: EntryRecord, noun: string): Json {
  if (of === API_ACTIVITY)
    return {
      api: { operation: record.action, service: { name: 'Atalaya' } },
      ...(record.object.id ? { resources: [{ uid: record.object.id, type: noun }] } : {}),
    };
  const user = noun === 'user' ? { uid: record.object.id ?? 'unknown', type_id: 1 } : userOf(record);
  return { user, ...(of === AUTHENTICATION ? { service: { name: 'Atalaya' } } : {}) };
}

/** Who acts; of what a person who is not signed in does to their account, that account. */
function userOf({ actor, object, organization }: EntryRecord): Json {
  return {
    uid: actor?.id ?? object.id ?? 'unknown',
    type_id: 1,
    ...(actor?.email ? { name: actor.email, email_addr: actor.email } : {}),
    ...(actor?.name ? { full_name: actor.name } : {}),
    ...(organization ? { org: { uid: organization.id, name: organization.name } } : {}),
  };
}

function actorOf(record: EntryRecord): Json {
  const { actor } = record;
  if (actor === null) return { app_name: 'Atalaya' };
  return {
    user: {
      ...userOf(record),
      ...(actor.api_key_id ? { credential_uid: actor.api_key_id } : {}),
    },
  };
}

/** No class says where a log was signed, or that a sink is reached: they are API activities of the server itself. */
function ofTheServer(record: Exclude<StreamRecord, EntryRecord>): Json {
  const { kind, at } = record;
  return {
    ...classified(API_ACTIVITY, OTHER, kind),
    time: Date.parse(at),
    severity_id: 1,
    severity: 'Informational',
    status_id: 1,
    status: 'Success',
    message: kind,
    metadata: { version: OCSF_VERSION, product: PRODUCT, log_name: 'audit' },
    actor: { app_name: 'Atalaya' },
    api: { operation: kind, service: { name: 'Atalaya' } },
    src_endpoint: { name: 'Atalaya' },
    unmapped: { [kind]: record },
  };
}
