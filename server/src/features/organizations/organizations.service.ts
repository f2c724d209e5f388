import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Seats, organizationRoutes } from '@atalaya/contract/organizations';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { seatsOf } from '../users/user-rules.ts';
import { listOrganizations as listRows } from './organizations.queries.ts';

/** One page of organizations by name, for a super_admin. */
export async function listOrganizations(
  platform: Platform,
  actor: Actor,
  query: { search?: string | undefined; page: number },
): Promise<z.output<typeof organizationRoutes.listOrganizations.response>> {
  return platform.database.withActor(actor, 'list every organization', async (db) => ({
    ...(await listRows(db, query)),
    page: query.page,
    page_size: PAGE_SIZE,
  }));
}

/** Seats of an organization that the actor may see. @throws object.not_found */
export async function readSeats(platform: Platform, actor: Actor, id: string): Promise<Seats> {
  return platform.database.withActor(actor, 'read the seats of any organization', (db) => seatsOf(db, id));
}
