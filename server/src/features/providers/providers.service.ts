import { randomBytes } from 'node:crypto';
import { PROVIDERS } from '@atalaya/contract/provider-names';
import type { Provider } from '@atalaya/contract/provider-names';
import type { WaysIn } from '@atalaya/contract/providers';
import type { Actor, Origin, SignedIn } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isFirst } from '../../platform/http/rate-limits.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { openVerifiedAccount } from '../accounts/account-creation.service.ts';
import { replaceSession } from '../accounts/session.service.ts';
import type { Started } from '../accounts/session.service.ts';
import type { Flow } from './flow-cookie.ts';
import { openProviderClient } from './provider-client.ts';
import type { Identity, ProviderClient } from './provider-client.ts';
import {
  deleteIdentity,
  findOtherWaysIn,
  insertIdentity,
  listIdentities,
  lockOtherWaysIn,
  useIdentity,
} from './providers.queries.ts';

/** Every answer of a provider counts once. */
const ONE_ANSWER: Limit = { name: 'provider-answer', max: 1, seconds: 3600 };

export type Providers = {
  start(provider: Provider, goal: Pick<Flow, 'link_to' | 'redirect'>): Promise<{ flow: Flow; url: string }>;
  identify(flow: Flow, callback: URL): Promise<Identity>;
};

export const callbackPath = (provider: Provider) => `/api/providers/${provider}/callback`;

/** The providers that are configured, each asked for what it offers when it is first used. */
export function openProviders(platform: Platform): Providers {
  const { config } = platform;
  const clients = new Map<Provider, ProviderClient>();
  const clientOf = (provider: Provider) => {
    const settings = config.providers[provider];
    if (!settings) throw new AppError('object.not_found');
    const client = clients.get(provider) ?? openProviderClient(provider, settings);
    clients.set(provider, client);
    return client;
  };
  return {
    async start(provider, goal) {
      const client = clientOf(provider);
      const secret = () => randomBytes(32).toString('base64url');
      const flow = { provider, ...goal, state: secret(), nonce: secret(), verifier: secret() };
      const redirect_uri = new URL(callbackPath(provider), config.publicUrl).href;
      const url = await client.authorizationUrl(flow, redirect_uri).catch((error: unknown) => {
        throw new AppError('provider.unreachable', { details: faultOf(error) });
      });
      return { flow, url: url.href };
    },
    async identify(flow, callback) {
      const client = clientOf(flow.provider);
      if (!(await isFirst(platform, ONE_ANSWER, flow.state))) throw new AppError('provider.failed');
      if (callback.searchParams.get('error') === 'access_denied') throw new AppError('provider.cancelled');
      return client.identify(flow, callback).catch((error: unknown) => {
        throw new AppError('provider.failed', { details: faultOf(error) });
      });
    },
  };
}

/** Of an error of the protocol only its name: its message may hold what was exchanged. */
const faultOf = (error: unknown) => ({
  fault: error instanceof Error ? error.name : 'unknown',
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
});

/**
 * Signs in whoever a provider says is there: the account that is linked, else the one whose address both sides have
 * proved, else a new one.
 * @throws provider.link_first, account.invalid_credentials
 */
export function signInWith(
  platform: Platform,
  origin: Origin,
  provider: Provider,
  identity: Identity,
  previous: SignedIn | null,
): Promise<Started> {
  return platform.database.withSystem('sign-in with a provider', async (db) => {
    const linked = await useIdentity(db, { provider, ...identity });
    if (linked) return replaceSession(platform, db, linked, origin, previous);
    const { email, first_name, last_name } = identity;
    // By an address that one side has not proved, somebody could enter the account of another (A8).
    const user_id =
      email !== null && identity.email_verified
        ? await openVerifiedAccount(db, origin, { email, first_name, last_name })
        : null;
    if (user_id === null || !(await insertIdentity(db, { provider, ...identity, user_id })))
      throw new AppError('provider.link_first');
    const started = await replaceSession(platform, db, user_id, origin, previous);
    await recordLink(db, { actor: started.actor, origin }, 'account.provider_linked', provider, identity);
    return started;
  });
}

type By = { actor: Actor; origin: Origin };

/** Links an account of a provider with one's own, whatever its address. @throws provider.already_linked */
export function linkTo(platform: Platform, by: By, provider: Provider, identity: Identity): Promise<void> {
  const { user_id } = by.actor;
  return platform.database.withSystem('link an account of a provider', async (db) => {
    if ((await useIdentity(db, { provider, ...identity })) === user_id) return;
    if (!(await insertIdentity(db, { provider, ...identity, user_id })))
      throw new AppError('provider.already_linked');
    await recordLink(db, by, 'account.provider_linked', provider, identity);
  });
}

/** @throws object.not_found, provider.last_way_in */
export function unlink(platform: Platform, by: By, provider: Provider): Promise<void> {
  const { user_id } = by.actor;
  return platform.database.withSystem('unlink an account of a provider', async (db) => {
    const others = await lockOtherWaysIn(db, user_id);
    const removed = await deleteIdentity(db, user_id, provider);
    if (!removed) throw new AppError('object.not_found');
    const left = await listIdentities(db, user_id);
    if (!others.has_password && !left.some((each) => platform.config.providers[each.provider]))
      throw new AppError('provider.last_way_in');
    await recordLink(db, by, 'account.provider_unlinked', provider, removed);
  });
}

function recordLink(
  db: SystemDb,
  by: By,
  action: string,
  provider: Provider,
  { email }: { email: string | null },
): Promise<void> {
  const { user_id: object_id, organization_id } = by.actor;
  const values = { provider, email };
  const seen = action === 'account.provider_unlinked' ? { before: values } : { after: values };
  return recordChange(db, by, { action, object_type: 'account', object_id, organization_id, ...seen });
}

/** What one can sign in with, and what of it can be taken away. */
export function readWaysIn(platform: Platform, { user_id }: Actor): Promise<WaysIn> {
  return platform.database.withSystem('the own ways to sign in', async (db) => {
    const { has_password } = await findOtherWaysIn(db, user_id);
    const rows = await listIdentities(db, user_id);
    const isUsable = (provider: Provider) => platform.config.providers[provider] !== undefined;
    return {
      has_password,
      providers: PROVIDERS.flatMap((provider) => {
        const row = rows.find((each) => each.provider === provider);
        const configured = isUsable(provider);
        if (!row && !configured) return [];
        const others = rows.some((each) => each !== row && isUsable(each.provider));
        return {
          provider,
          configured,
          linked: row ? { email: row.email, linked_at: row.created_at.toISOString() } : null,
          removable: row !== undefined && (has_password || others),
        };
      }),
    };
  });
}
