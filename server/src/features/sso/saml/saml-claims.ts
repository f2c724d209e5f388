import type { SamlAnswer } from './saml-answer.ts';

/** What a provider says of a person, under the names that OpenID Connect has for it; '' where it says nothing. */
export type SamlClaims = {
  email: string;
  name: string;
  given_name: string;
  family_name: string;
  groups: string[];
};

const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com';

/**
 * The attributes in which providers say it, the most telling first: as one names them by hand (Okta, Google Workspace),
 * as Entra ID and AD FS do, and by the numbers of LDAP (Keycloak, SimpleSAMLphp, LemonLDAP::NG).
 */
const ATTRIBUTES: Record<keyof SamlClaims, string[]> = {
  email: ['email', 'mail', `${WS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  name: [
    'displayName',
    'name',
    `${MICROSOFT}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  given_name: ['firstName', 'givenName', 'given_name', `${WS}/givenname`, 'urn:oid:2.5.4.42'],
  family_name: ['lastName', 'surname', 'sn', 'family_name', `${WS}/surname`, 'urn:oid:2.5.4.4'],
  groups: [
    'groups',
    'memberOf',
    `${MICROSOFT}/ws/2008/06/identity/claims/groups`,
    'http://schemas.xmlsoap.org/claims/Group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
};

/** Names of attributes are compared without regard to case: `FirstName` is as good. */
export function claimsOf({ attributes, name_id }: Pick<SamlAnswer, 'attributes' | 'name_id'>): SamlClaims {
  const told = new Map<string, string[]>();
  for (const [name, values] of attributes) {
    const key = name.toLowerCase();
    told.set(key, [...(told.get(key) ?? []), ...values]);
  }
  const valuesOf = (claim: keyof SamlClaims) =>
    ATTRIBUTES[claim].map((name) => told.get(name.toLowerCase()) ?? []).find((values) => values.length > 0) ??
    [];
  const textOf = (claim: keyof SamlClaims) => valuesOf(claim)[0] ?? '';
  return {
    // Many providers know people by their address, and send it as the name alone.
    email: textOf('email') || name_id,
    name: textOf('name'),
    given_name: textOf('given_name'),
    family_name: textOf('family_name'),
    groups: [...new Set(valuesOf('groups'))],
  };
}
