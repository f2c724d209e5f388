import type { Comparison } from '@atalaya/contract/provisioning';
import { personName } from '../../platform/core/actor.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { ConnectionRow } from '../connections/connections.service.ts';
import { getConnection, roleOfGroups } from '../connections/connections.service.ts';
import { listToldAfter, listUntold } from './provisioning.queries.ts';
import type { ToldRow } from './provisioning.queries.ts';
import { personOf } from './scim/scim-person.ts';

type Drift = Comparison['items'][number];

const SHOWN_MAX = 500;
/** People who are read at once. */
const CHUNK = 1_000;

/** In what people differ from what the provider last told; nothing is changed. @throws object.not_found */
export async function compareProvisioning(platform: Platform, actor: Actor, id: string): Promise<Comparison> {
  return platform.database.readTogether(actor, 'compare people with what a provider told', async (db) => {
    const connection = await getConnection(db, id);
    const items: Drift[] = [];
    let [compared, total] = [0, 0];
    let after: string | null = null;
    for (;;) {
      const told: ToldRow[] = await listToldAfter(db, id, after, CHUNK);
      for (const row of told) {
        const found = driftOf(connection, row);
        total += found.length;
        items.push(...found.slice(0, SHOWN_MAX - items.length));
      }
      compared += told.length;
      after = told.at(-1)?.id ?? null;
      if (told.length < CHUNK) break;
    }
    const untold = await listUntold(db, connection.organization_id, SHOWN_MAX);
    total += untold.total;
    for (const { id: profile_id, name, email } of untold.rows.slice(0, SHOWN_MAX - items.length))
      items.push({ profile_id, name: name || email, field: 'only_here', told: null, here: email });
    return { compared, total, items };
  });
}

function driftOf(connection: ConnectionRow, row: ToldRow): Drift[] {
  const told = personOf({ ...row.resource, userName: row.user_name });
  const is_active = row.resource['active'] !== false;
  // A role is told by a group that gives one, and by nothing else.
  const isGiven = connection.groups.some(({ group }) => row.groups.includes(group));
  const pairs: [Drift['field'], string, string][] = [
    ['active', String(is_active), String(row.is_active)],
    ['first_name', told.first_name, row.first_name],
    ['last_name', told.last_name, row.last_name],
    ['email', told.email, row.email],
    ...(isGiven
      ? ([['role', roleOfGroups(connection, row.groups), row.role]] as const).map(
          (one) => [...one] as [Drift['field'], string, string],
        )
      : []),
  ];
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([field, one, here]) => ({
      profile_id: row.profile_id,
      name: personName(row),
      field,
      told: one,
      here,
    }));
}
