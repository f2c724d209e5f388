import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Provider } from '@atalaya/contract/provider-names';

/** How this server is known to a provider. `issuer` is the provider's own, or that of a server that speaks like it. */
export type ProviderConfig = {
  issuer: string;
  client_id: string;
  /** Apple gives a key instead, with which every secret is signed anew. */
  secret: string | { team_id: string; key_id: string; private_key: KeyObject };
};
export type ProviderConfigs = Partial<Record<Provider, ProviderConfig>>;

type Environment = Record<string, string | undefined>;
type Refuse = (message: string) => never;
/** What is given of a provider's variables, by their names. */
type Given = Record<string, string | undefined>;

/**
 * The providers that the environment names. One that is set up in part stops the start: its button would always fail.
 */
export function readProviders(env: Environment, refuse: Refuse): ProviderConfigs {
  const FACEBOOK_CLIENT_ID = read(env, 'FACEBOOK_CLIENT_ID');
  const FACEBOOK_CLIENT_SECRET = read(env, 'FACEBOOK_CLIENT_SECRET');
  const GOOGLE_CLIENT_ID = read(env, 'GOOGLE_CLIENT_ID');
  const GOOGLE_CLIENT_SECRET = read(env, 'GOOGLE_CLIENT_SECRET');
  const MICROSOFT_CLIENT_ID = read(env, 'MICROSOFT_CLIENT_ID');
  const MICROSOFT_CLIENT_SECRET = read(env, 'MICROSOFT_CLIENT_SECRET');
  const tenant = encodeURIComponent(read(env, 'MICROSOFT_TENANT') ?? 'common');
  const apple = {
    APPLE_CLIENT_ID: read(env, 'APPLE_CLIENT_ID'),
    APPLE_TEAM_ID: read(env, 'APPLE_TEAM_ID'),
    APPLE_KEY_ID: read(env, 'APPLE_KEY_ID'),
    APPLE_PRIVATE_KEY: read(env, 'APPLE_PRIVATE_KEY'),
  };
  const issuers: Record<Provider, string> = {
    facebook: readIssuer(env, 'FACEBOOK_ISSUER', refuse) ?? 'https://www.facebook.com',
    apple: readIssuer(env, 'APPLE_ISSUER', refuse) ?? 'https://appleid.apple.com',
    google: readIssuer(env, 'GOOGLE_ISSUER', refuse) ?? 'https://accounts.google.com',
    microsoft:
      readIssuer(env, 'MICROSOFT_ISSUER', refuse) ?? `https://login.microsoftonline.com/${tenant}/v2.0`,
  };
  const all: Record<Provider, Given> = {
    facebook: { FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET },
    apple,
    google: { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET },
    microsoft: { MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET },
  };
  const configs: ProviderConfigs = {};
  for (const [provider, given] of Object.entries(all) as [Provider, Given][]) {
    if (!isComplete(given, refuse)) continue;
    const [client_id = '', secret = ''] = Object.values(given);
    configs[provider] = {
      issuer: issuers[provider],
      client_id,
      secret: provider === 'apple' ? appleKey(apple, refuse) : secret,
    };
  }
  return configs;
}

/** A variable's trimmed value; an empty one counts as missing. */
function read(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** All of a provider's variables; none of them is a provider that is not set up. */
function isComplete(given: Given, refuse: Refuse): boolean {
  const names = Object.keys(given);
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return missing.length === 0;
  const there = names.find((name) => given[name] !== undefined) ?? '';
  return refuse(`Falta ${missing.join(', ')}: ${there} no sirve sin ello.`);
}

function appleKey(given: Given, refuse: Refuse): ProviderConfig['secret'] {
  try {
    // Line breaks do not survive every place that variables are kept in.
    const private_key = createPrivateKey((given['APPLE_PRIVATE_KEY'] ?? '').replaceAll('\\n', '\n'));
    if (private_key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
      return { team_id: given['APPLE_TEAM_ID'] ?? '', key_id: given['APPLE_KEY_ID'] ?? '', private_key };
  } catch {
    // Told below, without the key.
  }
  return refuse('APPLE_PRIVATE_KEY debe ser la clave .p8 de Apple, en formato PEM.');
}

/** Without https only on this very machine: who sits between could sign in as any person. */
function readIssuer(env: Environment, name: string, refuse: Refuse): string | undefined {
  const value = read(env, name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))) return value;
  return refuse(`${name} debe ser una dirección https://.`);
}
