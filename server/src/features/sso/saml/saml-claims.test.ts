import { expect, test } from 'vitest';
import { claimsOf } from './saml-claims.ts';

const claims = (attributes: Record<string, string[]>) =>
  claimsOf({ name_id: 'ana@example.com', attributes: new Map(Object.entries(attributes)) });
const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const ANA = { email: 'ana.ruiz@example.com', given_name: 'Ana', family_name: 'Ruiz' };

test.each<[string, Record<string, string[]>]>([
  [
    'Okta',
    {
      email: [ANA.email],
      FirstName: ['Ana'],
      LASTNAME: ['Ruiz'],
      displayName: ['Ana R.'],
      Groups: ['a', 'b'],
    },
  ],
  [
    'Entra ID',
    {
      [`${WS}/emailaddress`]: [ANA.email],
      [`${WS}/givenname`]: ['Ana'],
      [`${WS}/surname`]: ['Ruiz'],
      'http://schemas.microsoft.com/identity/claims/displayname': ['Ana R.'],
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['a', 'b', 'a'],
    },
  ],
  [
    'Keycloak',
    {
      'urn:oid:0.9.2342.19200300.100.1.3': [ANA.email],
      'urn:oid:2.5.4.42': ['Ana'],
      'urn:oid:2.5.4.4': ['Ruiz'],
      'urn:oid:2.16.840.1.113730.3.1.241': ['Ana R.'],
      memberOf: ['a', 'b'],
    },
  ],
])('what %s sends is understood', (_provider, attributes) => {
  expect(claims(attributes)).toEqual({ ...ANA, name: 'Ana R.', groups: ['a', 'b'] });
});

test('a provider that sends a name alone knows people by their address', () => {
  const nothing = { email: 'ana@example.com', name: '', given_name: '', family_name: '', groups: [] };
  expect(claims({})).toEqual(nothing);
  expect(claims({ email: [], mail: [''], __proto__: ['x'] })).toEqual(nothing);
});
