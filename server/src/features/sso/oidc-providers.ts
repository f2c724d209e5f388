import type { JWTPayload } from 'jose';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Guard } from '../../platform/core/guarded-fetch.ts';
import { openGuardedFetch } from '../../platform/core/guarded-fetch.ts';

export type OidcSettings = { issuer: string; client_id: string; client_secret: string };

/** Seconds that a provider may take to answer. */
const TIMEOUT = 10;
/** Seconds by which clocks may differ. */
const TOLERANCE = 30;
/** Milliseconds after which what a provider offers is asked for anew. Its keys are read each time: they may be changed. */
const LIFETIME_MS = 3_600_000;
/** Providers that are remembered at once. */
const REMEMBERED_MAX = 500;
/** Signed with a key that the provider alone has: neither unsigned nor with a secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Loaded when they are first used: few requests need them. */
const library = () => import('openid-client');
const tokens = () => import('jose');
type Library = Awaited<ReturnType<typeof library>>;

/** Reaches the providers of organizations: what they offer, and whether a token is one of theirs. */
export function openOidcProviders(config: Guard) {
  const guarded = openGuardedFetch(config);
  const remembered = new Map<string, { since: number; by: Promise<ServerMetadata> }>();

  const discover = (client: Library, { issuer, client_id, client_secret }: OidcSettings) =>
    client
      .discovery(new URL(issuer), client_id, undefined, client.ClientSecretPost(client_secret), {
        timeout: TIMEOUT,
        execute: insecure(client, issuer),
        [client.customFetch]: guarded,
      })
      .then((found): ServerMetadata => found.serverMetadata());
  const metadataOf = async (client: Library, settings: OidcSettings): Promise<ServerMetadata> => {
    const known = remembered.get(settings.issuer);
    if (known && performance.now() - known.since < LIFETIME_MS) return known.by;
    const by = discover(client, settings);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(settings.issuer, { since: performance.now(), by });
    // The provider may be back the next time.
    by.catch(() => remembered.delete(settings.issuer));
    return by;
  };
  const configured = async (client: Library, settings: OidcSettings, now: Date): Promise<Configuration> => {
    const { client_id, client_secret } = settings;
    const skew = Math.round((now.getTime() - Date.now()) / 1000);
    const known = new client.Configuration(
      await metadataOf(client, settings),
      client_id,
      { [client.clockSkew]: skew, [client.clockTolerance]: TOLERANCE },
      client.ClientSecretPost(client_secret),
    );
    known.timeout = TIMEOUT;
    known[client.customFetch] = guarded;
    for (const allow of insecure(client, settings.issuer)) allow(known);
    return known;
  };
  /** Its signature, by the keys that the provider has now, its issuer, for whom it is, and its times. */
  const verify = async (settings: OidcSettings, token: string, now: Date): Promise<JWTPayload> => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await tokens();
    const { issuer, jwks_uri } = await metadataOf(await library(), settings);
    if (!jwks_uri) throw new Error('the provider has no keys');
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: TIMEOUT * 1000,
      [customFetch]: guarded,
    });
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: settings.client_id,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE,
      currentDate: now,
      requiredClaims: ['iat'],
    });
    return payload;
  };
  return { library, discover, configured, verify };
}

/** Without https only on this machine, where the operator allows it. */
const insecure = (client: Library, issuer: string): ((known: Configuration) => void)[] =>
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it is not used for an issuer elsewhere
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
