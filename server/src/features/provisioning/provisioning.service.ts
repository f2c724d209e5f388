import { PAGE_SIZE, SCIM_TOKENS_MAX } from '@atalaya/contract/limits';
import type { Provisioning, ProvisioningToken } from '@atalaya/contract/provisioning';
import { personName } from '../../platform/core/actor.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { requireOwner } from '../account/two-factor/owner.service.ts';
import type { OwnerProof } from '../account/two-factor/owner.service.ts';
import { changeOf, getConnection, lockConnection } from '../connections/connections.service.ts';
import {
  countTold,
  deleteOldRequests,
  insertToken,
  listRequests,
  listTokens,
  revokeToken as revokeRow,
} from './provisioning.queries.ts';
import type { TokenRow } from './provisioning.queries.ts';
import { makeScimToken } from './scim/scim-gate.service.ts';
import { scimAddress } from './scim/scim-address.ts';

/** @throws object.not_found */
export async function readProvisioning(platform: Platform, actor: Actor, id: string): Promise<Provisioning> {
  return platform.database.readAs(actor, 'read how any connection is provisioned', async (db) => {
    await getConnection(db, id);
    const [tokens, told] = [await listTokens(db, id), await countTold(db, id)];
    return { base_url: scimAddress(platform.config), tokens: tokens.map(toToken), ...told };
  });
}

/**
 * Another token, told once, for who has proved to be the owner of their account: it lets all people of the organization be
 * deactivated. @throws object.not_found, provisioning.too_many_tokens, what `requireOwner` throws
 */
export async function createToken(platform: Platform, by: By, id: string, proof: OwnerProof) {
  await requireOwner(platform, by, proof);
  return platform.database.withActor(by.actor, 'make a token of any connection', async (db) => {
    const connection = await lockConnection(db, id);
    if ((await listTokens(db, id)).length >= SCIM_TOKENS_MAX)
      throw new AppError('provisioning.too_many_tokens', { params: { max: SCIM_TOKENS_MAX } });
    const { token, prefix, token_hash } = makeScimToken();
    const { organization_id } = connection;
    const of = { connection_id: id, organization_id, created_by_name: personName(by.actor) };
    const token_id = await insertToken(db, of, { prefix, token_hash });
    await recordChange(db, by, {
      ...changeOf(connection, 'token_created'),
      after: { name: connection.name, prefix },
    });
    const made = (await listTokens(db, id)).find((one) => one.id === token_id);
    if (!made) throw new Error('the token was lost');
    return { token, item: toToken(made) };
  });
}

/** Ends a token: the next request with it is refused. @throws object.not_found */
export async function revokeToken(platform: Platform, by: By, id: string, token_id: string): Promise<void> {
  await platform.database.withActor(by.actor, 'end a token of any connection', async (db) => {
    const connection = await lockConnection(db, id);
    const prefix = await revokeRow(db, id, token_id);
    if (prefix === null) throw new AppError('object.not_found');
    await recordChange(db, by, {
      ...changeOf(connection, 'token_revoked'),
      after: { name: connection.name, prefix },
    });
  });
}

/** @throws object.not_found */
export async function listProvisioningRequests(platform: Platform, actor: Actor, id: string, page: number) {
  return platform.database.readAs(actor, 'read what any provider has asked', async (db) => {
    await getConnection(db, id);
    const { rows, total } = await listRequests(db, id, page);
    const items = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    return { items, total, page, page_size: PAGE_SIZE };
  });
}

/** What providers have asked is kept for a month. */
export async function forgetOldRequests(platform: Platform): Promise<void> {
  await platform.database.withSystem('forget what providers asked long ago', deleteOldRequests);
}

const toToken = ({ created_at, last_used_at, ...row }: TokenRow): ProvisioningToken => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});
