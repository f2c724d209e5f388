import type { Consent, assistantRoutes } from '@atalaya/contract/assistants';
import { KEY_SCOPES } from '@atalaya/contract/key-scopes';
import type { KeyScope } from '@atalaya/contract/key-scopes';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { hashToken, newToken } from '../../platform/core/token.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { makeApiKey } from '../../platform/request/api-key.ts';
import { addKey, grantable, isGrantable } from '../account/api-keys/api-keys.service.ts';
import { requireOwner } from '../account/two-factor/owner.service.ts';
import { findClient, insertCode, insertGrant, readSwitch } from './assistants.queries.ts';
import type { ClientRow } from './assistants.queries.ts';
import { isLoopbackUri, isRegistered, mcpAddress, withAnswer } from './oauth-addresses.ts';

type Asked = z.output<typeof assistantRoutes.readConsent.query>;
type Given = z.output<typeof assistantRoutes.giveConsent.body>;

/** A program exchanges the code at once. */
const CODE_SECONDS = 60;

/** Who asks to act for the actor, and for what. @throws assistant.unknown, assistant.off */
export function readConsent(platform: Platform, actor: Actor, asked: Asked): Promise<Consent> {
  return platform.database.withSystem('which assistant asks to be let in', async (db) => {
    const client = await getClient(platform, db, actor, asked);
    return {
      client_name: client.name,
      redirect_host: new URL(asked.redirect_uri).host,
      is_local: isLoopbackUri(asked.redirect_uri),
      scopes: scopesOf(actor, asked.scope),
      denied_to: withAnswer(asked.redirect_uri, {
        error: 'access_denied',
        state: asked.state,
        iss: platform.config.publicUrl.origin,
      }),
    };
  });
}

/**
 * Lets it act for the actor: a key of theirs is made, and the program is sent a code for its first token.
 * @throws assistant.unknown, assistant.off, api_key.too_many, api_key.scope_forbidden; the codes of `requireOwner`
 */
export async function giveConsent(
  platform: Platform,
  by: By,
  { scopes: chosen, days, ...asked }: Given,
): Promise<{ redirect_to: string }> {
  const scopes = grantable(by.actor, chosen);
  await platform.database.withSystem('whether an assistant that asks is known', (db) =>
    getClient(platform, db, by.actor, asked),
  );
  await requireOwner(platform, by, asked);
  const code = newToken();
  await platform.database.withSystem('let an assistant in', async (db) => {
    const client = await getClient(platform, db, by.actor, asked);
    // Nothing opens it until the code is exchanged: this token is told to none.
    const { prefix, token_hash } = makeApiKey();
    const { host } = new URL(asked.redirect_uri);
    const key = { name: client.name, prefix, token_hash, scopes, days, assistant_host: host };
    const { id } = await addKey(platform, db, by, key);
    await insertGrant(db, { api_key_id: id, client_id: client.id, session_id: by.actor.session_id });
    await insertCode(db, {
      token_hash: hashToken(code),
      api_key_id: id,
      redirect_uri: asked.redirect_uri,
      challenge: asked.code_challenge,
      seconds: CODE_SECONDS,
    });
  });
  const { origin: iss } = platform.config.publicUrl;
  return { redirect_to: withAnswer(asked.redirect_uri, { code, state: asked.state, iss }) };
}

/** The program of a request that is in order. @throws assistant.unknown, assistant.off */
async function getClient(
  platform: Platform,
  db: SystemDb,
  actor: Actor,
  { client_id, redirect_uri, resource }: Pick<Asked, 'client_id' | 'redirect_uri' | 'resource'>,
): Promise<ClientRow> {
  const client = await findClient(db, client_id);
  const isKnown = client && isRegistered(redirect_uri, client.redirect_uris);
  if (!isKnown || (resource !== undefined && resource !== mcpAddress(platform.config)))
    throw new AppError('assistant.unknown');
  const { is_offered, is_on } = await readSwitch(db, actor.organization_id);
  if (!is_offered || !is_on) throw new AppError('assistant.off');
  return client;
}

/** What the actor may grant, of what is asked for; where none is named, all of it. */
function scopesOf(actor: Actor, scope: string | undefined): KeyScope[] {
  const asked = scope?.split(' ').filter((one) => one !== '') ?? [];
  return KEY_SCOPES.filter((one) => (asked.length === 0 || asked.includes(one)) && isGrantable(actor, one));
}
