import type { guidesEs } from './guides.es.ts';
import type { Kind } from './sign-on-values.ts';
import type { SignOn } from './sso.api.ts';

/** The providers that have a guide, in the order in which they are offered. */
export const GUIDED = ['entra', 'okta', 'google', 'keycloak'] as const;
type Guided = (typeof GUIDED)[number];

type OidcText = { [One in Guided]: `${One}.${keyof (typeof guidesEs)[One] & string}` }[Guided];
type SamlText = {
  [One in Guided]: `saml.${One}.${keyof (typeof guidesEs)['saml'][One] & string}`;
}[Guided];
export type OidcCopy = 'redirect_uri' | 'logout_uri';
export type SamlCopy = keyof SignOn['saml'];
/** `copies`: the address of ours that it asks for. */
type Step = { text: OidcText; copies?: OidcCopy } | { text: SamlText; copies?: SamlCopy };

/** The steps of each; only Keycloak tells a server that a person has signed out. */
export const GUIDES: Record<Kind, Record<Guided, readonly Step[]>> = {
  oidc: {
    entra: [
      { text: 'entra.register' },
      { text: 'entra.redirect', copies: 'redirect_uri' },
      { text: 'entra.ids' },
      { text: 'entra.secret' },
      { text: 'entra.email' },
      { text: 'entra.groups' },
      { text: 'entra.people' },
    ],
    okta: [
      { text: 'okta.create' },
      { text: 'okta.redirect', copies: 'redirect_uri' },
      { text: 'okta.people' },
      { text: 'okta.ids' },
      { text: 'okta.groups' },
    ],
    google: [
      { text: 'google.audience' },
      { text: 'google.create' },
      { text: 'google.redirect', copies: 'redirect_uri' },
      { text: 'google.ids' },
      { text: 'google.groups' },
    ],
    keycloak: [
      { text: 'keycloak.create' },
      { text: 'keycloak.capability' },
      { text: 'keycloak.redirect', copies: 'redirect_uri' },
      { text: 'keycloak.ids' },
      { text: 'keycloak.groups' },
      { text: 'keycloak.logout', copies: 'logout_uri' },
    ],
  },
  saml: {
    entra: [
      { text: 'saml.entra.create' },
      { text: 'saml.entra.entity', copies: 'entity_id' },
      { text: 'saml.entra.acs', copies: 'acs_url' },
      { text: 'saml.entra.claims' },
      { text: 'saml.entra.groups' },
      { text: 'saml.entra.metadata' },
      { text: 'saml.entra.people' },
    ],
    okta: [
      { text: 'saml.okta.create' },
      { text: 'saml.okta.acs', copies: 'acs_url' },
      { text: 'saml.okta.entity', copies: 'entity_id' },
      { text: 'saml.okta.claims' },
      { text: 'saml.okta.groups' },
      { text: 'saml.okta.people' },
      { text: 'saml.okta.metadata' },
    ],
    google: [
      { text: 'saml.google.create' },
      { text: 'saml.google.metadata' },
      { text: 'saml.google.acs', copies: 'acs_url' },
      { text: 'saml.google.entity', copies: 'entity_id' },
      { text: 'saml.google.claims' },
      { text: 'saml.google.people' },
    ],
    keycloak: [
      { text: 'saml.keycloak.create', copies: 'entity_id' },
      { text: 'saml.keycloak.acs', copies: 'acs_url' },
      { text: 'saml.keycloak.signing' },
      { text: 'saml.keycloak.claims' },
      { text: 'saml.keycloak.logout', copies: 'logout_url' },
      { text: 'saml.keycloak.metadata' },
    ],
  },
};
