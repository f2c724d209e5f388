import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Mandate, MandateDetail, MandateListQuery, mandateRoutes } from '@atalaya/contract/mandates';
import { may } from '@atalaya/contract/permissions';
import type { z } from 'zod';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { fieldsWith, pick } from '../../../platform/records/fields.ts';
import { THE_SERVER, recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { lockOrganization, lockOrganizations } from '../../seats/seats.rules.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { AMENDED, MANDATE_FIELDS, maskIban, masked } from './mandates.fields.ts';
import {
  amend,
  end,
  findMandate,
  insertEvent,
  insertMandate,
  isReferenceTaken,
  listActive,
  listEvents,
  listMandates as listRows,
} from './mandates.queries.ts';
import type { Amended, EventRow, MandateChange, MandateRow } from './mandates.queries.ts';
import { keptBic, keptIban, wrongAccount } from './sepa-values.ts';

type Bodies = {
  sign: z.output<typeof mandateRoutes.signMandate.body>;
  amend: z.output<typeof mandateRoutes.amendMandate.body>;
};

/** One page of mandates that the actor may see. */
export function listMandates(
  platform: Platform,
  actor: Actor,
  query: MandateListQuery,
): Promise<z.input<typeof mandateRoutes.listMandates.response>> {
  return platform.database.readAs(actor, 'list the mandates of every organization', async (db) => {
    const { rows, total } = await listRows(db, query);
    const items = rows.map((row) => toMandate(actor, row));
    return { items, total, page: query.page, page_size: PAGE_SIZE };
  });
}

/** One mandate with its history. @throws object.not_found, also where it is another's */
export const readMandate = (platform: Platform, actor: Actor, id: string): Promise<MandateDetail> =>
  platform.database.withActor(actor, 'read any mandate', (db) => getDetail(db, actor, id));

async function getDetail(db: Db, actor: Actor, id: string): Promise<MandateDetail> {
  const row = await findMandate(db, id);
  if (!row) throw new AppError('object.not_found');
  const events = await listEvents(db, id);
  return {
    ...toMandate(actor, row),
    events: events.map((event) => ({ ...event, created_at: event.created_at.toISOString() })),
  };
}

function toMandate(actor: Actor, row: MandateRow): Mandate {
  const { organization_id, organization_name, ...mandate } = row;
  return {
    ...mandate,
    iban: may(actor, 'mandates.update') ? row.iban : maskIban(row.iban),
    organization: { id: organization_id, name: organization_name },
  };
}

/**
 * Enters a mandate that an organization has signed.
 * @throws object.not_found, mandate.another_active, mandate.reference_taken, request.invalid
 */
export function signMandate(platform: Platform, by: By, body: Bodies['sign']): Promise<MandateDetail> {
  return platform.database.withSystem('enter a mandate of any organization', async (db) => {
    const { organization_id, type, use, signed_on } = body;
    const values = kept(body);
    const today = await readToday(db);
    const late = signed_on > today ? [{ field: 'body.signed_on', code: 'too_big' as const }] : [];
    requireFields([...wrongAccount(values), ...late]);
    await lockOrganization(db, organization_id);
    if ((await listActive(db, { organization_ids: [organization_id] })).length > 0)
      throw new AppError('mandate.another_active');
    await requireFreeReference(db, values.reference, null);
    const mandate = { organization_id, type, use, signed_on, ...values };
    const id = await insertMandate(db, mandate);
    await insertEvent(db, { id, organization_id }, { kind: 'signed' });
    await recordMandate(db, by, { ...mandate, id }, 'signed', {
      after: masked(pick(mandate, fieldsWith(MANDATE_FIELDS, 'audited'))),
    });
    return getDetail(db, by.actor, id);
  });
}

/**
 * Amends an active mandate. What the bank has to be told of is found by comparing it with the last debit.
 * @throws object.not_found, object.stale, mandate.over, mandate.reference_taken, request.invalid
 */
export function amendMandate(
  platform: Platform,
  by: By,
  id: string,
  { version, ...body }: Bodies['amend'],
): Promise<MandateDetail> {
  return platform.database.withSystem('amend a mandate of any organization', async (db) => {
    const before = await lockActive(db, id);
    if (before.version !== version)
      throw new AppError('object.stale', { current: await getDetail(db, by.actor, id) });
    const values = kept(body);
    requireFields(wrongAccount(values));
    await requireFreeReference(db, values.reference, id);
    const changes = changesOf(before, values);
    if (changes.length === 0) return getDetail(db, by.actor, id);
    await amend(db, id, values);
    await insertEvent(db, before, { kind: 'amended', changes });
    await recordMandate(db, by, before, 'amended', {
      before: masked(pick(before, AMENDED)),
      after: masked(values),
    });
    return getDetail(db, by.actor, id);
  });
}

/** @throws object.not_found, mandate.over */
export function cancelMandate(
  platform: Platform,
  by: By,
  id: string,
  { reason }: { reason: string },
): Promise<MandateDetail> {
  return platform.database.withSystem('cancel a mandate of any organization', async (db) => {
    await endMandate(db, by, await lockActive(db, id), 'canceled', reason);
    return getDetail(db, by.actor, id);
  });
}

/** Ends what was not used for 36 months: banks refuse it. Returns how many. */
export function expireMandates(platform: Platform): Promise<number> {
  return platform.database.withSystem('end the mandates that have expired', async (db) => {
    const expired_on = await readToday(db);
    const found = await listActive(db, { expired_on });
    await lockOrganizations(
      db,
      found.map(({ organization_id }) => organization_id),
    );
    // What was used or ended until the lock was had is not among them any more.
    const held = new Set(found.map(({ id }) => id));
    const mandates = (await listActive(db, { expired_on })).filter(({ id }) => held.has(id));
    for (const mandate of mandates) await endMandate(db, THE_SERVER, mandate, 'expired');
    return mandates.length;
  });
}

/** Ends an active mandate of a locked organization, with its entry in its history and in the audit log. */
export async function endMandate(
  db: SystemDb,
  by: Author,
  mandate: MandateRow,
  how: 'completed' | 'canceled' | 'expired',
  reason: string | null = null,
): Promise<void> {
  await end(db, mandate.id, how);
  await insertEvent(db, mandate, { kind: how, reason });
  await recordMandate(db, by, mandate, how, {
    before: { status: mandate.status },
    after: { status: how, ...(reason === null ? {} : { reason }) },
  });
}

const ACTIONS = {
  signed: 'mandate.signed',
  amended: 'mandate.amended',
  completed: 'mandate.completed',
  canceled: 'mandate.canceled',
  expired: 'mandate.expired',
} satisfies Record<EventRow['kind'], string>;

const recordMandate = (
  db: SystemDb,
  by: Author,
  { id, organization_id, reference: code }: Pick<MandateRow, 'id' | 'organization_id' | 'reference'>,
  kind: EventRow['kind'],
  { before, after }: { before?: object; after: object },
) =>
  recordChange(db, by, {
    action: ACTIONS[kind],
    object_type: 'mandate',
    object_id: id,
    organization_id,
    ...(before ? { before } : {}),
    after: { code, ...after },
  });

/** An active mandate that nothing else changes until the transaction ends. @throws object.not_found, mandate.over */
async function lockActive(db: SystemDb, id: string): Promise<MandateRow> {
  const owner = (await findMandate(db, id))?.organization_id;
  if (owner) await lockOrganizations(db, [owner]);
  const mandate = owner && (await findMandate(db, id));
  if (!mandate) throw new AppError('object.not_found');
  if (mandate.status !== 'active') throw new AppError('mandate.over');
  return mandate;
}

const kept = ({ reference, debtor_name, iban, bic, is_last }: Amended): Amended => ({
  reference: reference.trim(),
  debtor_name,
  iban: keptIban(iban),
  bic: keptBic(bic),
  is_last,
});

/** Compared whole, since another account may look the same once it is masked. */
const changesOf = (before: Amended, after: Amended): MandateChange[] =>
  AMENDED.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: textOf(masked(before)[field]),
    after: textOf(masked(after)[field]),
  }));
const textOf = (value: string | boolean | null) => (value === null ? null : String(value));

function requireFields(fields: ReturnType<typeof wrongAccount>): void {
  if (fields.length > 0) throw new AppError('request.invalid', { fields });
}

async function requireFreeReference(db: SystemDb, reference: string, but: string | null): Promise<void> {
  if (await isReferenceTaken(db, reference, but)) throw new AppError('mandate.reference_taken');
}
