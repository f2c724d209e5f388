import type { BinEntry, binRoutes } from '@atalaya/contract/bin';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { purgePeople } from '../../platform/accounts/accounts.queries.ts';
import { purgeOrganization as purgeBinned } from '../organizations/organization-bin.service.ts';
import { listBin as listRows, lockBinnedPerson, purgeBinnedTicket } from './bin.queries.ts';
import type { BinRow } from './bin.queries.ts';

/** One page of the bin: an admin's is the people of their organization. @throws object.not_found for another's */
export async function listBin(
  platform: Platform,
  actor: Actor,
  query: z.output<typeof binRoutes.listBin.query>,
) {
  const { page, organization_id, type, search } = query;
  const everything = actor.role === 'super_admin';
  if (!everything && organization_id && organization_id !== actor.organization_id)
    throw new AppError('object.not_found');
  const reach = { everything, organization_id: organization_id ?? actor.organization_id, type, search };
  return platform.database.readAs(actor, 'list the bin of every organization', async (db) => {
    const { rows, total } = await listRows(db, reach, page);
    return { items: rows.map(toEntry), total, page, page_size: PAGE_SIZE };
  });
}

const toEntry = (row: BinRow): BinEntry => ({ ...row, deleted_at: row.deleted_at.toISOString() });

/** A person of the bin goes for good, account and all. @throws object.not_found */
export async function purgeUser(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withSystem('purge a person of the bin', async (db) => {
    const person = await lockBinnedPerson(db, id);
    if (!person) throw new AppError('object.not_found');
    const { organization_id, email } = person;
    await purgePeople(db, [person]);
    await recordChange(db, by, {
      action: 'user.purged',
      object_type: 'user',
      object_id: id,
      organization_id,
      before: { email },
    });
  });
}

/** A ticket of the bin goes for good. @throws object.not_found */
export async function purgeTicket(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withSystem('purge a ticket of the bin', async (db) => {
    const ticket = await purgeBinnedTicket(db, id);
    if (!ticket) throw new AppError('object.not_found');
    const { organization_id, number, title } = ticket;
    await recordChange(db, by, {
      action: 'ticket.purged',
      object_type: 'ticket',
      object_id: id,
      organization_id,
      before: { number, title },
    });
  });
}

/** An organization of the bin goes for good, by its typed name. @throws object.not_found; what the organizations say */
export async function purgeOrganization(
  platform: Platform,
  by: By,
  id: string,
  confirm_name: string,
): Promise<void> {
  await purgeBinned(platform, by, id, confirm_name);
}
