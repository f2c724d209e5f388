/** Whom a provider has signed in, as far as it says. */
export type Claimed = {
  issuer: string;
  subject: string;
  /** null: the provider told none. */
  email: string | null;
  first_name: string;
  last_name: string;
  /** By their names or ids, as connections have them. */
  groups: string[];
  /** As the provider calls its own session. */
  sid: string | null;
};

/** What a browser that went to a provider must come back with. */
type Going = {
  connection_id: string;
  organization_id: string;
  /** The settings with which it went: others may have been saved since. */
  version: number;
  /** The account of the admin who tests; null: a person signs in. */
  tested_by: string | null;
  redirect: string | null;
};
export type OidcFlow = Going & {
  kind: 'oidc';
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
};
export type SamlFlow = Going & { kind: 'saml'; request_id: string };
export type SsoFlow = OidcFlow | SamlFlow;
