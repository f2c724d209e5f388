import { ISSUER_MAX, SUBJECT_MAX } from '@atalaya/contract/limits';
import { claimedEmail, claimedNames } from '../../platform/core/claimed-texts.ts';
import type { Guard } from '../../platform/core/guarded-fetch.ts';
import { openOidcProviders } from './oidc-providers.ts';
import type { OidcSettings } from './oidc-providers.ts';
import type { Claimed, OidcFlow } from './sso-claims.ts';

/** An order of a provider to end sessions: one, by `sid`, or all of a person, by `subject`. */
export type LogoutOrder = { token_id: string; issuer: string; subject: string | null; sid: string | null };

export type OidcClient = {
  /** Asks the provider for what it offers; its issuer as it is called itself. Throws what is not right. */
  check(settings: OidcSettings, now: Date): Promise<string>;
  /** Where the browser goes to sign in. */
  authorizationUrl(settings: OidcSettings, flow: OidcFlow, redirect_uri: string, now: Date): Promise<URL>;
  /** Who came back, by the address of the callback. Throws what is not right. */
  identify(
    settings: OidcSettings,
    flow: OidcFlow,
    callback: URL,
    now: Date,
  ): Promise<{ claimed: Claimed; claims: Record<string, unknown> }>;
  /** Reads an order to end sessions. Throws what is not right. */
  readLogout(settings: OidcSettings, token: string, now: Date): Promise<LogoutOrder>;
};

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const SID_MAX = 300;

/** Speaks OpenID Connect with the providers of organizations, at addresses that their people have typed. */
export function openOidcClient(config: Guard): OidcClient {
  const { library, discover, configured, verify } = openOidcProviders(config);
  return {
    async check(settings) {
      const { issuer, jwks_uri, authorization_endpoint, token_endpoint } = await discover(
        await library(),
        settings,
      );
      if (!jwks_uri || !authorization_endpoint || !token_endpoint || issuer.length > ISSUER_MAX)
        throw new Error('the provider does not offer all that is needed');
      return issuer;
    },
    async authorizationUrl(settings, flow, redirect_uri, now) {
      const client = await library();
      const known = await configured(client, settings, now);
      const offered = known.serverMetadata().scopes_supported ?? [];
      return client.buildAuthorizationUrl(known, {
        redirect_uri,
        state: flow.state,
        nonce: flow.nonce,
        scope: ['openid', 'email', 'profile', ...(offered.includes('groups') ? ['groups'] : [])].join(' '),
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(settings, flow, callback, now) {
      const client = await library();
      const known = await configured(client, settings, now);
      const given = await client.authorizationCodeGrant(known, callback, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const token = await verify(settings, given.id_token ?? '', now);
      const { sub } = token;
      if (!sub || token['nonce'] !== flow.nonce) throw new Error('the ID token is of another sign-in');
      const asks =
        (token['email'] === undefined || token['groups'] === undefined) &&
        known.serverMetadata().userinfo_endpoint;
      const told = asks ? await client.fetchUserInfo(known, given.access_token, sub) : {};
      const claims = { ...told, ...token };
      return { claims, claimed: claimedOf(claims) };
    },
    async readLogout(settings, token, now) {
      const { iss = '', sub, jti, nonce, events, sid } = await verify(settings, token, now);
      const event = (events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT];
      const session = typeof sid === 'string' ? sid : null;
      if (typeof event !== 'object' || nonce !== undefined || !jti || (!sub && session === null))
        throw new Error('the token ends no session');
      return { token_id: jti, issuer: iss, subject: sub ?? null, sid: session };
    },
  };
}

function claimedOf(claims: Record<string, unknown>): Claimed {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const texts = (name: string) =>
    Array.isArray(claims[name]) ? claims[name].filter((each) => typeof each === 'string') : [];
  const [issuer, subject, sid] = [text('iss'), text('sub'), text('sid')];
  if (!subject || subject.length > SUBJECT_MAX || issuer.length > ISSUER_MAX)
    throw new Error('an identity too long');
  return {
    issuer,
    subject,
    email: claimedEmail(text('email') || text('preferred_username') || text('upn')),
    ...claimedNames(claims),
    groups: [...texts('groups'), ...texts('roles')],
    sid: sid !== '' && sid.length <= SID_MAX ? sid : null,
  };
}
