import type { Assistants } from '@atalaya/contract/assistants';
import type { Actor, By } from '../../platform/core/actor.ts';
import { chosenOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { findNamed } from '../../platform/settings/settings.queries.ts';
import { endAssistants, readSwitch, saveSwitch } from './assistants.queries.ts';
import { mcpAddress } from './oauth-addresses.ts';

type Which = { organization_id?: string | undefined };

/** Of an organization; of the installation where a super_admin names none. @throws object.not_found */
export function readAssistants(platform: Platform, actor: Actor, which: Which): Promise<Assistants> {
  const organization_id = chosenOrganization(actor, which);
  return platform.database.withActor(actor, 'read whether any organization lets assistants in', (db) =>
    shown(platform, db, organization_id),
  );
}

/**
 * Lets assistants in, or ends those that are: each request reads the switch, on every server, and what was given before
 * does not come back with it. @throws object.not_found
 */
export function switchAssistants(
  platform: Platform,
  by: By,
  which: Which,
  is_on: boolean,
): Promise<Assistants> {
  const organization_id = chosenOrganization(by.actor, which);
  return platform.database.withActor(by.actor, 'let assistants in for any organization', async (db) => {
    await shown(platform, db, organization_id);
    const changed = await saveSwitch(db, organization_id, is_on);
    if (changed) {
      if (!is_on) await endAssistants(db, organization_id);
      await recordChange(db, by, {
        action: 'settings.updated',
        object_type: 'settings',
        object_id: changed.id,
        organization_id,
        before: { assistants: !is_on },
        after: { assistants: is_on },
      });
    }
    return shown(platform, db, organization_id);
  });
}

async function shown(platform: Platform, db: Db, organization_id: string | null): Promise<Assistants> {
  const organization = organization_id === null ? null : await findNamed(db, organization_id);
  if (organization_id !== null && !organization) throw new AppError('object.not_found');
  return {
    organization,
    ...(await readSwitch(db, organization_id)),
    address: mcpAddress(platform.config),
  };
}
