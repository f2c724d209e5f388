import { createHash } from 'node:crypto';
import { NAME_MAX, REDIRECT_MAX } from '@atalaya/contract/limits';
import { line, text } from '@atalaya/contract/shapes';
import { z } from 'zod';
import type { Origin } from '../../platform/core/actor.ts';
import { hashToken, isSameSecret, newToken } from '../../platform/core/token.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { makeApiKey } from '../../platform/request/api-key.ts';
import { endKey } from '../account/api-keys/api-keys.service.ts';
import {
  findKeyOfToken,
  insertClient,
  insertRefresh,
  lockToken,
  markUsed,
  readSwitch,
  replaceToken,
} from './assistants.queries.ts';
import type { GrantRow } from './assistants.queries.ts';
import { isRedirectUri, mcpAddress } from './oauth-addresses.ts';

/** An answer of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2): codes of theirs, not of ours. */
export class OAuthError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const TOKEN_SECONDS = 3600;

const registration = z.object({
  client_name: line(NAME_MAX).optional(),
  redirect_uris: z.array(text(REDIRECT_MAX).refine(isRedirectUri)).min(1).max(10),
  token_endpoint_auth_method: z.literal('none').default('none'),
  grant_types: z.array(z.enum(['authorization_code', 'refresh_token'])).optional(),
  response_types: z.array(z.literal('code')).optional(),
});

/** Whether the installation lets assistants in at all: otherwise none of this exists. */
export function isOffered(platform: Platform): Promise<boolean> {
  return platform.database.withSystem('whether the installation lets assistants in', async (db) => {
    const { is_offered } = await readSwitch(db, null);
    return is_offered;
  });
}

/** A program tells of itself (RFC 7591). It gets no secret: who has its code shows by PKCE that it asked for it. */
export async function registerClient(platform: Platform, body: unknown): Promise<object> {
  const { success, data, error } = registration.safeParse(body);
  if (!success) {
    const isUri = error.issues.some(({ path: [first] }) => first === 'redirect_uris');
    if (isUri) throw new OAuthError('invalid_redirect_uri', 'https, or http on the own machine');
    throw new OAuthError('invalid_client_metadata', 'A public client with codes and refresh tokens alone');
  }
  const { redirect_uris } = data;
  const name = data.client_name || new URL(redirect_uris[0] ?? '').hostname.slice(0, NAME_MAX);
  const client = await platform.database.withSystem('an assistant registers itself', (db) =>
    insertClient(db, { name, redirect_uris }),
  );
  return {
    client_id: client.id,
    client_name: name,
    redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

type Form = URLSearchParams;

/** Exchanges a code or a refresh token for the token of the next hour (RFC 6749, 4.1.3 and 6). */
export async function exchange(platform: Platform, form: Form, origin: Origin): Promise<object> {
  const kind = kindOf(form);
  const resource = form.get('resource');
  if (resource !== null && resource !== mcpAddress(platform.config))
    throw new OAuthError('invalid_target', 'Tokens are for /mcp alone');
  const token_hash = hashToken(form.get(kind === 'code' ? 'code' : 'refresh_token') ?? '');
  const outcome = await platform.database.withSystem('exchange a token of an assistant', async (db) => {
    const row = await lockToken(db, token_hash);
    if (!row || row.kind !== kind || row.client_id !== form.get('client_id')) return null;
    if (row.is_used) {
      // It was copied, or its answer was lost: which of the two cannot be told, so what was given ends.
      if (row.is_working) await endKey(db, { actor: null, origin }, row, row.api_key_id);
      return null;
    }
    return isExchanged(row, form) ? renew(db, token_hash, row) : null;
  });
  if (!outcome) throw new OAuthError('invalid_grant', 'It is unknown, used or over, or was given to another');
  return outcome;
}

function kindOf(form: Form): 'code' | 'refresh' {
  const type = form.get('grant_type');
  if (type === 'authorization_code') return 'code';
  if (type === 'refresh_token') return 'refresh';
  throw new OAuthError('unsupported_grant_type', 'authorization_code or refresh_token');
}

/** Whether what was kept lets it be exchanged: for who asked (PKCE, S256), where it was sent, as long as it works. */
function isExchanged(row: GrantRow, form: Form): boolean {
  if (row.is_over || !row.is_working || !row.is_on) return false;
  if (row.kind === 'refresh') return true;
  const verifier = form.get('code_verifier') ?? '';
  if (!/^[\w.~-]{43,128}$/.test(verifier) || form.get('redirect_uri') !== row.redirect_uri) return false;
  return isSameSecret(createHash('sha256').update(verifier).digest('base64url'), row.challenge ?? '');
}

async function renew(db: SystemDb, used: Buffer, { api_key_id, scopes }: GrantRow): Promise<object> {
  await markUsed(db, used);
  const { token, token_hash } = makeApiKey();
  const refresh_token = newToken();
  await replaceToken(db, api_key_id, token_hash, TOKEN_SECONDS);
  await insertRefresh(db, hashToken(refresh_token), api_key_id);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    refresh_token,
    scope: scopes.join(' '),
  };
}

/** A program gives up what it was given (RFC 7009): of what is not known nothing is said. */
export async function revokeToken(platform: Platform, form: Form, origin: Origin): Promise<void> {
  const token_hash = hashToken(form.get('token') ?? '');
  await platform.database.withSystem('an assistant gives up what it was given', async (db) => {
    const key = await findKeyOfToken(db, token_hash);
    if (key) await endKey(db, { actor: null, origin }, key, key.id);
  });
}
