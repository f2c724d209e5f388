import { PROVIDERS } from '@atalaya/contract/provider-names';
import type { Provider } from '@atalaya/contract/provider-names';
import type { WaysIn } from '@atalaya/contract/providers';
import { newToken } from '../../../platform/core/token.ts';
import type { Browser, Challenged, Started } from '../../../platform/request/entry.ts';
import type { Actor, By, Origin } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { requireStillSignedIn } from '../../../platform/accounts/still-signed-in.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { isFirst } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { openVerifiedAccount } from '../accounts/account-creation.service.ts';
import { enter } from '../accounts/sign-in.service.ts';
import { isUsable, listWaysIn, takeWayIn } from '../accounts/ways-in.service.ts';
import { isSignOnRequired, refuseOtherWays } from '../../enforcement/enforcement.rules.ts';
import { mailSecurity } from '../two-factor/factor-changes.service.ts';
import { requireOwner } from '../two-factor/owner.service.ts';
import type { OwnerProof } from '../two-factor/owner.service.ts';
import type { Flow } from './provider-flow.ts';
import { openProviderClient } from './provider-client.ts';
import type { Identity, ProviderClient } from './provider-client.ts';
import { deleteIdentity, insertIdentity, useIdentity } from './providers.queries.ts';

/** Every answer of a provider counts once. */
const ONE_ANSWER: Limit = { name: 'provider-answer', max: 1, seconds: 3600 };

export type Providers = {
  start(
    provider: Provider,
    goal: Pick<Flow, 'link_to' | 'redirect'>,
    now: Date,
  ): Promise<{ flow: Flow; url: string }>;
  identify(flow: Flow, callback: URL, now: Date): Promise<Identity>;
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
    async start(provider, goal, now) {
      const client = clientOf(provider);
      const flow = { provider, ...goal, state: newToken(), nonce: newToken(), verifier: newToken() };
      const redirect_uri = new URL(callbackPath(provider), config.publicUrl).href;
      const url = await client.authorizationUrl(flow, redirect_uri, now).catch((error: unknown) => {
        throw new AppError('provider.unreachable', { details: faultOf(error) });
      });
      return { flow, url: url.href };
    },
    async identify(flow, callback, now) {
      const client = clientOf(flow.provider);
      if (!(await isFirst(platform, ONE_ANSWER, flow.state))) throw new AppError('provider.failed');
      if (callback.searchParams.get('error') === 'access_denied') throw new AppError('provider.cancelled');
      return client.identify(flow, callback, now).catch((error: unknown) => {
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
 * Signs in the person whom a provider has identified: the account that is linked, else the one whose address both sides
 * have proved, else a new one. Where a second factor is due, that is asked for as after a password.
 * @throws provider.link_first, account.invalid_credentials, sso.required
 */
export function signInWith(
  platform: Platform,
  origin: Origin,
  provider: Provider,
  identity: Identity,
  browser: Browser,
): Promise<Started | Challenged> {
  return platform.database.withSystem('sign-in with a provider', async (db) => {
    const linked = await useIdentity(db, { provider, ...identity });
    if (linked) return enterOrThrow(platform, db, linked, origin, browser);
    const { email, first_name, last_name } = identity;
    // By an address that one side has not proved, one person could enter the account of another (A8).
    const user_id =
      email !== null && identity.email_verified
        ? await openVerifiedAccount(db, origin, { email, first_name, last_name })
        : null;
    if (
      user_id === null ||
      (await listWaysIn(db, user_id)).identities.some((each) => each.provider === provider)
    )
      throw new AppError('provider.link_first');
    const entered = await enterOrThrow(platform, db, user_id, origin, browser);
    // Nothing changes about an account until all that it asks for is proved: the address leads to it next time too.
    if (!('token' in entered)) return entered;
    await requireStillSignedIn(db, entered.actor);
    if (!(await insertIdentity(db, { provider, ...identity, user_id })))
      throw new AppError('provider.link_first');
    await noteLink(
      platform,
      db,
      { actor: entered.actor, origin },
      'account.provider_linked',
      provider,
      identity,
    );
    return entered;
  });
}

/** The same answer as to a wrong password, where the person may not sign in. */
async function enterOrThrow(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  origin: Origin,
  browser: Browser,
): Promise<Started | Challenged> {
  const entered = await enter(platform, db, user_id, origin, { way: 'provider', browser });
  if (!entered) throw new AppError('account.invalid_credentials', { details: { user_id } });
  return entered;
}

/**
 * Whose account one of a provider may be linked to: what the browser goes to the provider with is proof enough when it
 * comes back. @throws sso.required, the codes of `requireOwner`
 */
export async function accountToLink(platform: Platform, by: By, proof: OwnerProof): Promise<string> {
  await platform.database.withSystem('whether an account of a provider would let in', (db) =>
    refuseOtherWays(db, by.actor),
  );
  await requireOwner(platform, by, proof);
  return by.actor.user_id;
}

/** Links an account of a provider with one's own; their addresses may differ. @throws provider.already_linked */
export function linkTo(platform: Platform, by: By, provider: Provider, identity: Identity): Promise<void> {
  const { user_id } = by.actor;
  return platform.database.withSystem('link an account of a provider', async (db) => {
    await requireStillSignedIn(db, by.actor);
    if ((await useIdentity(db, { provider, ...identity })) === user_id) return;
    if (!(await insertIdentity(db, { provider, ...identity, user_id })))
      throw new AppError('provider.already_linked');
    await noteLink(platform, db, by, 'account.provider_linked', provider, identity);
  });
}

/** @throws object.not_found, provider.last_way_in; the codes of `requireOwner` */
export async function unlink(
  platform: Platform,
  by: By,
  provider: Provider,
  proof: OwnerProof,
): Promise<void> {
  const { user_id } = by.actor;
  await requireOwner(platform, by, proof);
  await platform.database.withSystem('unlink an account of a provider', async (db) => {
    const removed = await takeWayIn(platform, db, user_id, () => deleteIdentity(db, user_id, provider));
    await noteLink(platform, db, by, 'account.provider_unlinked', provider, removed);
  });
}

/** Writes it to the audit log, and mails it to the owner of the account, who may not have done it. */
async function noteLink(
  platform: Platform,
  db: SystemDb,
  by: By,
  action: 'account.provider_linked' | 'account.provider_unlinked',
  provider: Provider,
  { email }: { email: string | null },
): Promise<void> {
  const { user_id: object_id, profile_id, organization_id } = by.actor;
  const values = { provider, email };
  const linked = action === 'account.provider_linked';
  const seen = linked ? { after: values } : { before: values };
  await recordChange(db, by, { action, object_type: 'account', object_id, organization_id, ...seen });
  const name = provider.charAt(0).toUpperCase() + provider.slice(1);
  const event = linked ? 'provider_linked' : 'provider_unlinked';
  await mailSecurity(platform, db, profile_id, event, email ? `${name} (${email})` : name);
}

/** What one can sign in with, and what of it can be taken away. */
export function readWaysIn(platform: Platform, { user_id, organization_id }: Actor): Promise<WaysIn> {
  return platform.database.withSystem('the own ways to sign in', async (db) => {
    const { has_passkey, identities, ...ways } = await listWaysIn(db, user_id);
    const sign_on_required = await isSignOnRequired(db, { organization_id });
    const has_password = ways.has_password && !sign_on_required;
    return {
      has_password,
      sign_on_required,
      providers: PROVIDERS.flatMap((provider) => {
        const row = identities.find((each) => each.provider === provider);
        const configured = isUsable(platform, provider);
        if (!row && (!configured || sign_on_required)) return [];
        const others = identities.some((each) => each !== row && isUsable(platform, each.provider));
        return {
          provider,
          configured,
          linked: row ? { email: row.email, linked_at: row.created_at.toISOString() } : null,
          removable: row !== undefined && (has_password || has_passkey || others),
        };
      }),
    };
  });
}
