import { email as emailShape } from '@atalaya/contract/shapes';
import type { invitationRoutes } from '@atalaya/contract/invitations';
import type { z } from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { isDomainAllowed } from '../../platform/settings/settings.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { seatsOf } from '../seats/seats.rules.ts';
import { whyNotInvitable } from './invitations.service.ts';
import { closedBy, findInvited } from './invitations.queries.ts';

type Line = z.output<typeof invitationRoutes.checkInvitations.response>['results'][number];

/**
 * Dry run of a list of addresses: a result per line, in order. The first lines get the seats that are left.
 * Whether an address belongs to another organization is told to a super_admin alone, else to its owner, on accepting.
 * @throws object.not_found, subscription.wrong_status of one that takes no new people
 */
export async function checkInvitations(
  platform: Platform,
  actor: Actor,
  body: { emails: string[]; organization_id?: string | undefined },
) {
  const organization_id = actor.role === 'super_admin' ? body.organization_id : actor.organization_id;
  if (!organization_id)
    throw new AppError('request.invalid', { fields: [{ field: 'body.organization_id', code: 'required' }] });
  if (body.organization_id && body.organization_id !== organization_id)
    throw new AppError('object.not_found');
  const lines = body.emails.map((line) => ({ line, parsed: emailShape.safeParse(line) }));
  const emails = lines.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : []));
  return platform.database.withActor(actor, 'check a list of addresses to invite', async (db) => {
    const [seats, status, invited, refusals, { allowed_domains }] = await Promise.all([
      seatsOf(db, organization_id),
      closedBy(db, organization_id),
      findInvited(db, organization_id, emails),
      whyNotInvitable(db, actor, organization_id, emails),
      readSettings(db, organization_id),
    ]);
    if (status) throw new AppError('subscription.wrong_status', { params: { status } });
    const seen = new Set<string>();
    let left = seats.left ?? Number.POSITIVE_INFINITY;
    const results = lines.map(({ line, parsed }): Line => {
      if (!parsed.success) return { email: line.trim(), check: 'invalid_email' };
      const email = parsed.data;
      if (seen.has(email)) return { email, check: 'repeated' };
      seen.add(email);
      const { why: check, organization } = refusals.get(email) ?? {};
      if (check) return { email, check, ...(organization === undefined ? {} : { organization }) };
      if (invited.has(email)) return { email, check: 'already_invited' };
      if (!isDomainAllowed(allowed_domains, email)) return { email, check: 'domain_not_allowed' };
      if (left < 1) return { email, check: 'no_seat' };
      left -= 1;
      return { email, check: 'ok' };
    });
    return { results };
  });
}
