import { randomUUIDv7 } from 'node:crypto';
import { RECEIPT_FORMAT } from '@atalaya/contract/offboarding';
import type { Held, Receipt, offboardingRoutes } from '@atalaya/contract/offboarding';
import { HELD_KINDS } from '@atalaya/contract/offboarding-kinds';
import type { Ending, HeldKind } from '@atalaya/contract/offboarding-kinds';
import type { z } from 'zod';
import { personName } from '../../platform/core/actor.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { instantOf } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import { sealAuditRows } from '../../platform/records/audit.queries.ts';
import { withoutRefused } from '../../platform/records/bulk.ts';
import { parseUserAgent } from '../../platform/request/user-agent.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import type { Signer } from '../../platform/signing/signing-keys.ts';
import { handOverTickets } from '../tickets/tickets-handover.service.ts';
import { deactivatePeople } from '../users/user-access/user-access.service.ts';
import { lockPeople, refusalsOf, standingOf } from '../users/users.rules.ts';
import {
  endHeld,
  endTransfersOf,
  insertReceipts,
  listHeld,
  listLeavers,
  listOwnSeals,
} from './offboarding.queries.ts';
import type { EndedRow, HeldRow, SealRow } from './offboarding.queries.ts';
import { canonicalJson } from '../../platform/signing/signed-json.ts';
import { signReceipt, toSecond } from './receipt.ts';

type Routes = typeof offboardingRoutes;
type Person = Awaited<ReturnType<typeof lockPeople>>[number];

/** Things of a kind that the question before an offboarding names; the receipt names all. */
const SHOWN_MAX = 20;

/** What people hold. @throws object.not_found where one of them is not there */
export async function readHoldings(platform: Platform, actor: Actor, ids: string[]) {
  const wanted = [...new Set(ids)];
  return platform.database.withActor(actor, 'read what people of any organization hold', async (db) => {
    const people = new Map((await listLeavers(db, wanted)).map((person) => [person.id, person]));
    const held = Map.groupBy(await listHeld(db, wanted), ({ profile_id }) => profile_id);
    const items = wanted.map((id) => {
      const person = people.get(id);
      if (!person) throw new AppError('object.not_found');
      const { email, is_active, organization_id } = person;
      return {
        person: { id, name: personName(person), email, is_active, organization_id },
        held: heldOf(held.get(id) ?? []).map((each) => ({ ...each, items: each.items.slice(0, SHOWN_MAX) })),
      };
    });
    return { items };
  });
}

/**
 * 'Dar de baja', all or nothing, by the rules of a deactivation.
 * @throws object.not_found; the codes of `refusalsOf`, with all who are refused; offboarding.heir_leaves,
 *   ticket.not_assignable
 */
export async function offboardUsers(
  platform: Platform,
  by: By,
  body: z.output<Routes['offboardUsers']['body']>,
): Promise<z.output<Routes['offboardUsers']['response']>> {
  const ids = [...new Set(body.ids)];
  if (body.heir_id !== null && ids.includes(body.heir_id)) throw new AppError('offboarding.heir_leaves');
  const signer = await openSigner(platform);
  return platform.database.withActor(by.actor, 'offboard people of any organization', async (db) => {
    const people = await lockPeople(db, by.actor, ids, { where: 'listed' });
    if (people.length !== ids.length) throw new AppError('object.not_found');
    const changes = people.map((person) => {
      const before = standingOf(person);
      return { id: person.id, before, after: { ...before, is_active: false } };
    });
    const refusals = await refusalsOf(db, by.actor, changes, {
      confirm_last_admin: body.confirm_last_admin === true,
    });
    withoutRefused(people, refusals, { skip: false, nameOf: personName });
    const receipts = await offboardLocked(platform, db, by, people, {
      heir_id: body.heir_id,
      reason: body.reason || null,
      signer,
    });
    return {
      items: receipts.map(({ id, person: { id: person_id, name } }) => ({
        id,
        person: { id: person_id, name },
      })),
    };
  });
}

type Offboarding = {
  heir_id: string | null;
  reason: string | null;
  signer: Signer;
  /** What is called by a program, and not by a person: `by` has no actor. */
  machine?: string;
};

/**
 * Offboards people who are locked (`lockPeople`), in the caller's transaction; whether they may be is for the caller to say.
 * @returns a receipt for each, stored
 * @throws ticket.not_assignable
 */
export async function offboardLocked(
  platform: Platform,
  db: Db,
  by: Author,
  people: Person[],
  offboarding: Offboarding,
): Promise<Receipt[]> {
  const ids = people.map(({ id }) => id);
  const held = await listHeld(db, ids);
  await recordLeaving(db, by, people, held, offboarding.reason);
  const ended = await endHeld(db, ids);
  await deactivatePeople(platform, db, by, people);
  const { heir, tickets } = await handOverTickets(platform, db, by, {
    from: ids,
    to: offboarding.heir_id,
    organization_ids: people.flatMap(({ organization_id }) => organization_id ?? []),
  });
  for (const [profile_id, those] of Map.groupBy(tickets, ({ assigned_to }) => assigned_to ?? ''))
    ended.push({ profile_id, kind: 'ticket', things: those.length });
  ended.push(...held.filter(({ kind }) => kind === 'api_key' || kind === 'invitation'));
  ended.push(...(await endTransfersOf(db, ids)));
  // Sealed now, so that the receipts can name the hashes; at commit they would be anyway.
  await sealAuditRows(db);
  const left = { held, ended, seals: await listOwnSeals(db), at: toSecond(await instantOf(db)), heir };
  const receipts = people.map((person) =>
    signReceipt(factsOf(platform, by, person, offboarding, left), offboarding.signer),
  );
  await insertReceipts(
    db,
    receipts.map((receipt) => ({
      id: receipt.id,
      organization_id: receipt.organization?.id ?? null,
      profile_id: receipt.person.id,
      acted_by: receipt.acted_by.name,
      content: canonicalJson(receipt),
    })),
  );
  return receipts;
}

/** The entry of each person, which leads those of what goes with them: how much of each kind they held. */
function recordLeaving(
  db: Db,
  by: Author,
  people: Person[],
  held: HeldRow[],
  reason: string | null,
): Promise<void> {
  const rows = Map.groupBy(held, ({ profile_id }) => profile_id);
  return recordChanges(
    db,
    by,
    people.map(({ id, organization_id, is_active }) => {
      const kinds = heldOf(rows.get(id) ?? []);
      return {
        action: 'user.offboarded',
        object_type: 'user',
        object_id: id,
        organization_id,
        before: { is_active, ...Object.fromEntries(kinds.map(({ kind, total }) => [kind, total])) },
        after: {
          is_active: false,
          ...Object.fromEntries(kinds.map(({ kind }) => [kind, 0])),
          ...(reason === null ? {} : { reason }),
        },
      };
    }),
  );
}

type Left = {
  held: HeldRow[];
  ended: EndedRow[];
  seals: SealRow[];
  at: string;
  heir: { id: string; name: string } | null;
};

function factsOf(
  { config }: Platform,
  by: Author,
  person: Person,
  { reason, signer, machine = '' }: Offboarding,
  { at, heir, ...left }: Left,
): Parameters<typeof signReceipt>[0] {
  const { id, email, organization_id, organization_name, is_active } = person;
  const isTheirs = ({ profile_id }: { profile_id: string }) => profile_id === id;
  const held = left.held.filter(isTheirs);
  const ended = left.ended.filter(isTheirs);
  const objects = new Set([id, ...held.flatMap((row) => row.id ?? [])]);
  return {
    format: RECEIPT_FORMAT,
    id: randomUUIDv7(),
    at,
    installation: { id: signer.installation_id, url: config.publicUrl.href },
    organization: organization_id === null ? null : { id: organization_id, name: organization_name ?? '' },
    person: { id, name: personName(person), email },
    was_active: is_active,
    acted_by: by.actor
      ? { kind: 'person', id: by.actor.profile_id, name: personName(by.actor) }
      : { kind: 'machine', id: null, name: machine },
    reason,
    heir: heir && { id: heir.id, name: heir.name },
    held: heldOf(held),
    ended: endedOf(ended, heir !== null),
    audit: left.seals
      .filter(({ object_id }) => object_id !== null && objects.has(object_id))
      .map(({ audit_id, action, hash }) => ({ id: audit_id, action, hash: hash.toString('hex') })),
  };
}

/** Rows of one person by their kinds, without kinds that they have nothing of. */
function heldOf(rows: HeldRow[]): Held[] {
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  return HELD_KINDS.flatMap((kind) => {
    const those = kinds.get(kind) ?? [];
    if (those.length === 0) return [];
    const items = those
      .filter(({ id, name }) => id !== null || name !== null)
      .map(({ id, name, since }) => ({ id, name: nameOf(kind, name), since: since && toSecond(since) }));
    return { kind, total: sumOf(those), items };
  });
}

const sumOf = (rows: { things: number }[]) => rows.reduce((sum, { things }) => sum + things, 0);

/** What a thing is called: of a session and a browser what its user agent tells of it. */
function nameOf(kind: HeldKind, name: string | null): string {
  if (kind !== 'session' && kind !== 'trusted_browser') return name ?? '';
  const { browser, system } = parseUserAgent(name);
  return [browser, system].filter((part) => part !== null).join(' · ');
}

const ENDING_OF: Record<Exclude<HeldKind, 'ticket'>, Ending> = {
  session: 'ended',
  trusted_browser: 'ended',
  api_key: 'ended',
  password: 'removed',
  authenticator_app: 'removed',
  recovery_code: 'removed',
  passkey: 'removed',
  provider: 'removed',
  access_link: 'ended',
  invitation: 'withdrawn',
  transfer: 'canceled',
  data_export: 'canceled',
  notification_preference: 'removed',
  notification: 'removed',
  mail: 'removed',
};

function endedOf(rows: EndedRow[], isHandedOver: boolean): Receipt['ended'] {
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  return HELD_KINDS.flatMap((kind) => {
    const total = sumOf(kinds.get(kind) ?? []);
    if (total === 0) return [];
    const ending = kind === 'ticket' ? (isHandedOver ? 'handed_over' : 'unassigned') : ENDING_OF[kind];
    return { kind, total, ending };
  });
}
