import { ISSUER_MAX, SUBJECT_MAX } from '@atalaya/contract/limits';
import type { Provider } from '@atalaya/contract/provider-names';
import type { Configuration } from 'openid-client';
import { claimedEmail, claimedNames } from '../../../platform/core/claimed-texts.ts';
import type { ProviderConfig } from '../../../platform/core/provider-config.ts';
import { appleSecret } from './apple-secret.ts';
import type { Flow } from './provider-flow.ts';

/** Whom a provider has signed in, as far as it says. */
export type Identity = {
  issuer: string;
  subject: string;
  /** null: the provider told none. */
  email: string | null;
  /** Only where the provider says so itself. */
  email_verified: boolean;
  first_name: string;
  last_name: string;
};

/** Seconds that a provider may take to answer. */
const TIMEOUT = 10;
/** Milliseconds after which the addresses of a provider are asked for anew: they change, and so do its keys. */
const LIFETIME_MS = 3_600_000;
/** Seconds that the clock of this process may drift from the database's before what was configured is made anew. */
const SKEW_DRIFT = 10;
const GRAPH_VERSION = 'v23.0';

/** Loaded when it is first used: few requests need it. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** `now` is the database's, by whose clock what a provider has signed is valid or not. */
export type ProviderClient = {
  /** Where the browser goes to sign in. */
  authorizationUrl(flow: Flow, redirect_uri: string, now: Date): Promise<URL>;
  /** Who came back, by the address of the callback with what the provider added. Throws what is not right. */
  identify(flow: Flow, callback: URL, now: Date): Promise<Identity>;
};

/** Speaks OpenID Connect with a provider; OAuth 2 and its Graph with Facebook, which offers no OpenID for the web. */
export function openProviderClient(provider: Provider, config: ProviderConfig): ProviderClient {
  let configured: { skew: number; since: number; by: Promise<Configuration> } | null = null;
  const configuration = async (client: Library, now: Date) => {
    const skew = Math.round((now.getTime() - Date.now()) / 1000);
    const outlived = configured !== null && performance.now() - configured.since >= LIFETIME_MS;
    if (configured === null || outlived || Math.abs(configured.skew - skew) > SKEW_DRIFT) {
      const by = provider === 'facebook' ? facebook(client, config) : discover(client, config, skew);
      configured = { skew, since: performance.now(), by };
    }
    try {
      return await configured.by;
    } catch (error) {
      // The provider may be back the next time.
      configured = null;
      throw error;
    }
  };
  return {
    async authorizationUrl(flow, redirect_uri, now) {
      const client = await library();
      return client.buildAuthorizationUrl(await configuration(client, now), {
        redirect_uri,
        state: flow.state,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...parametersOf(provider, flow),
      });
    },
    async identify(flow, callback, now) {
      const client = await library();
      const known = await configuration(client, now);
      if (provider === 'facebook') return identifyByGraph(client, known, config, flow, callback);
      return identifyByToken(client, known, flow, callback);
    },
  };
}

function parametersOf(provider: Provider, { nonce }: Flow): Record<string, string> {
  if (provider === 'facebook') return { scope: 'email,public_profile' };
  // Apple tells name and address to a posted form alone.
  if (provider === 'apple') return { nonce, scope: 'openid email name', response_mode: 'form_post' };
  return { nonce, scope: 'openid email profile' };
}

async function discover(client: Library, { issuer, client_id, secret }: ProviderConfig, skew: number) {
  const authentication =
    typeof secret === 'string'
      ? client.ClientSecretPost(secret)
      : (_server: unknown, _client: unknown, body: URLSearchParams) => {
          body.set('client_id', client_id);
          body.set(
            'client_secret',
            appleSecret(secret, client_id, issuer, new Date(Date.now() + skew * 1000)),
          );
        };
  const metadata = { [client.clockSkew]: skew };
  return client.discovery(new URL(issuer), client_id, metadata, authentication, {
    timeout: TIMEOUT,
    execute: insecure(client, issuer),
  });
}

async function facebook(client: Library, { issuer, client_id, secret }: ProviderConfig) {
  const isOwn = issuer === 'https://www.facebook.com';
  const server = {
    issuer,
    authorization_endpoint: `${isOwn ? `${issuer}/${GRAPH_VERSION}` : issuer}/dialog/oauth`,
    token_endpoint: `${graphOf(issuer)}/oauth/access_token`,
  };
  const configuration = new client.Configuration(
    server,
    client_id,
    undefined,
    client.ClientSecretPost(typeof secret === 'string' ? secret : undefined),
  );
  configuration.timeout = TIMEOUT;
  for (const allow of insecure(client, issuer)) allow(configuration);
  return configuration;
}

const graphOf = (issuer: string) =>
  issuer === 'https://www.facebook.com' ? `https://graph.facebook.com/${GRAPH_VERSION}` : issuer;

/** The configuration admits http on this very machine only. */
const insecure = (client: Library, issuer: string): ((known: Configuration) => void)[] =>
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it is not used for an issuer elsewhere
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];

async function identifyByToken(client: Library, known: Configuration, flow: Flow, callback: URL) {
  const tokens = await client.authorizationCodeGrant(known, callback, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (!token) throw new Error('the provider sent no ID token');
  const asks = token['email'] === undefined && known.serverMetadata().userinfo_endpoint;
  const told = asks ? await client.fetchUserInfo(known, tokens.access_token, token.sub) : {};
  return identityOf({ ...told, ...token });
}

async function identifyByGraph(
  client: Library,
  known: Configuration,
  { issuer }: ProviderConfig,
  flow: Flow,
  callback: URL,
): Promise<Identity> {
  const tokens = await client.authorizationCodeGrant(known, callback, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
  });
  const url = new URL(`${graphOf(issuer)}/me?fields=id,name,email`);
  const answer = await client.fetchProtectedResource(known, tokens.access_token, url, 'GET');
  const { id, name, email } = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok || typeof id !== 'string' || id === '') throw new Error('the Graph told nobody');
  // Facebook does not say whether an address was proved.
  return identityOf({ iss: issuer, sub: id, name, email, email_verified: false });
}

function identityOf(claims: Record<string, unknown> & { iss: string; sub: string }): Identity {
  const { iss: issuer, sub: subject, email, email_verified } = claims;
  if (subject.length > SUBJECT_MAX || issuer.length > ISSUER_MAX) throw new Error('an identity too long');
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? claimedEmail(email) : null,
    // Apple writes it as text.
    email_verified: email_verified === true || email_verified === 'true',
    ...claimedNames(claims),
  };
}
