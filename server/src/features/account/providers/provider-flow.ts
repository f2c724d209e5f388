import type { Provider } from '@atalaya/contract/provider-names';

/** What a browser that went to a provider must come back with. */
export type Flow = {
  provider: Provider;
  /** Whose account the provider's is to be linked to; null: somebody signs in. */
  link_to: string | null;
  redirect: string | null;
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
};
