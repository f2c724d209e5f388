import type { AppHome } from '@atalaya/contract/app-home';
import { may } from '@atalaya/contract/permissions';
import { personName } from '../../platform/core/actor.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { listOwnInvitations } from '../invitations/own-invitations.service.ts';
import { findCompany, listAdmins, listWaiting, listWritten } from './app-home.queries.ts';
import type { WrittenTicket } from './app-home.queries.ts';

/** What a person finds at /app: of tickets those that concern them alone, in every role. */
export async function readAppHome(platform: Platform, actor: Actor): Promise<AppHome> {
  const { profile_id, organization_id } = actor;
  const own = await platform.database.readTogether(actor, 'read what waits for a super_admin', async (db) => {
    const mayRead = may(actor, 'tickets.read');
    const waiting = mayRead ? await listWaiting(db, profile_id) : [];
    const tickets = mayRead ? await listWritten(db, profile_id) : [];
    const company = organization_id === null ? null : await findCompany(db, organization_id);
    const admins = organization_id === null ? [] : await listAdmins(db, organization_id);
    return {
      waiting: waiting.map(({ why, ...row }) => ({ ...toTicket(row), why })),
      tickets: tickets.map(toTicket),
      organization: company && {
        ...company,
        admins: admins.map((person) => ({ name: personName(person), email: person.email })),
      },
    };
  });
  return { ...own, invitations: await listOwnInvitations(platform, actor) };
}

const toTicket = ({ created_at, ...row }: WrittenTicket) => ({
  ...row,
  created_at: created_at.toISOString(),
});
