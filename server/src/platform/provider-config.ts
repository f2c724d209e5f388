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

type Read = (name: string) => string | undefined;
type Refuse = (message: string) => never;

/** The providers that the environment names. A half of one stops the start: a button that fails helps nobody. */
export function readProviders(read: Read, refuse: Refuse): ProviderConfigs {
  const tenant = read('MICROSOFT_TENANT') ?? 'common';
  const own: Record<Provider, string> = {
    facebook: 'https://www.facebook.com',
    apple: 'https://appleid.apple.com',
    google: 'https://accounts.google.com',
    microsoft: `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/v2.0`,
  };
  const configs: ProviderConfigs = {};
  for (const [provider, issuer] of Object.entries(own) as [Provider, string][]) {
    const names = namesOf(provider);
    const given = names.filter((name) => read(name) !== undefined);
    if (given.length === 0) continue;
    const missing = names.filter((name) => !given.includes(name));
    if (missing.length > 0) refuse(`Falta ${missing.join(', ')}: ${given[0] ?? ''} no sirve sin ello.`);
    const name = provider.toUpperCase();
    configs[provider] = {
      issuer: readIssuer(read, refuse, `${name}_ISSUER`) ?? issuer,
      client_id: read(`${name}_CLIENT_ID`) ?? '',
      secret: provider === 'apple' ? appleKey(read, refuse) : (read(`${name}_CLIENT_SECRET`) ?? ''),
    };
  }
  return configs;
}

const namesOf = (provider: Provider) =>
  provider === 'apple'
    ? ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']
    : [`${provider.toUpperCase()}_CLIENT_ID`, `${provider.toUpperCase()}_CLIENT_SECRET`];

function appleKey(read: Read, refuse: Refuse): ProviderConfig['secret'] {
  try {
    // Line breaks do not survive every place that variables are kept in.
    const private_key = createPrivateKey((read('APPLE_PRIVATE_KEY') ?? '').replaceAll('\\n', '\n'));
    if (private_key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
      return { team_id: read('APPLE_TEAM_ID') ?? '', key_id: read('APPLE_KEY_ID') ?? '', private_key };
  } catch {
    // Told below, without the key.
  }
  return refuse('APPLE_PRIVATE_KEY debe ser la clave .p8 de Apple, en formato PEM.');
}

/** Without https only on this very machine: who sits between could sign in as anybody. */
function readIssuer(read: Read, refuse: Refuse, name: string): string | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))) return value;
  return refuse(`${name} debe ser una dirección https://.`);
}
