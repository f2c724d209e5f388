import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** What `whichOrganization` of the contract says. */
export type WhichOrganization = { organization_id?: string | undefined };

/** An admin's own organization; a super_admin's choice, or none. @throws object.not_found for another's */
export function chosenOrganization(actor: Actor, { organization_id }: WhichOrganization): string | null {
  if (actor.role === 'super_admin') return organization_id ?? null;
  if (organization_id && organization_id !== actor.organization_id) throw new AppError('object.not_found');
  return actor.organization_id;
}

/** The same where there has to be one. @throws request.invalid, object.not_found */
export function requireChosenOrganization(
  actor: Actor,
  where: 'query' | 'body',
  which: WhichOrganization,
): string {
  const organization_id = chosenOrganization(actor, which);
  if (organization_id === null)
    throw new AppError('request.invalid', {
      fields: [{ field: `${where}.organization_id`, code: 'required' }],
    });
  return organization_id;
}
