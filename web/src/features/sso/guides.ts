import type { guidesEs } from './guides.es.ts';

/** The providers that have a guide, in the order in which they are offered. */
export const GUIDED = ['entra', 'okta', 'google', 'keycloak'] as const;
type Guided = (typeof GUIDED)[number];

type Step = {
  text: { [One in Guided]: `${One}.${keyof (typeof guidesEs)[One] & string}` }[Guided];
  /** The address of ours that it asks for. */
  copies?: 'redirect_uri' | 'logout_uri';
};

/** The steps of each; only Keycloak tells a server that somebody has signed out. */
export const GUIDES: Record<Guided, readonly Step[]> = {
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
};
