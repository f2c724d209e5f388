import type { Provider } from '@atalaya/contract/provider-names';

/** What a browser that went to a provider must come back with. */
export type Flow = {
  provider: Provider;
  /** The user id of the account to link the provider's to; null: this is a sign-in. */
  link_to: string | null;
  redirect: string | null;
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
};
