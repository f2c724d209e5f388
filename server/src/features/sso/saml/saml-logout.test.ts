import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkLogoutRequest, logoutAnswerAddress } from './saml-logout.ts';
import { makeSigner } from './testing/certificate.ts';
import { isSignedBy, logoutQuery } from './testing/identity-provider.ts';

const OWN = {
  entity_id: 'https://atalaya.example/saml/1',
  acs_url: 'https://atalaya.example/saml/1/acs',
  logout_url: 'https://atalaya.example/saml/1/logout',
};
const NOW = new Date('2026-11-29T10:00:00Z');
const OURS = makeSigner({}, NOW);
const FOREIGN = makeSigner({}, NOW);
const IDP = { entity_id: 'https://idp.example.com/metadata', certificates: [OURS.certificate] };
const QUERY = logoutQuery(OWN, OURS, NOW);
const problemOf = (query: string, now = NOW) => {
  try {
    checkLogoutRequest(IDP, OWN, query, now);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'problem' in error ? error.problem : error;
  }
};
const REQUEST = {
  id: '_logout',
  issuer: IDP.entity_id,
  name_id: 'ana@example.com',
  session_indexes: ['_session'],
};

// SSO15
test('a signed logout request says whose sessions end', () => {
  expect(checkLogoutRequest(IDP, OWN, QUERY, NOW)).toEqual(REQUEST);
});

test.each([
  ['unsigned', QUERY.replace(/&Signature=.*/, '')],
  ['signature', logoutQuery(OWN, FOREIGN, NOW)],
  ['signature', QUERY.replace('RelayState=back', 'RelayState=gone')],
  ['signature', QUERY.replace('&RelayState=back', '')],
  ['structure', `SAMLRequest=eva&${QUERY}`],
  ['algorithm', logoutQuery(OWN, OURS, NOW, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
  ['issuer', logoutQuery(OWN, OURS, NOW, { issuer: 'https://other.example.com' })],
  ['destination', logoutQuery(OWN, OURS, NOW, { destination: OWN.acs_url })],
  ['too_early', logoutQuery(OWN, OURS, NOW, { made: new Date('2026-11-29T10:01:01Z') })],
  ['expired', logoutQuery(OWN, OURS, NOW, { made: new Date('2026-11-29T09:53:59Z') })],
])('refused as %s', (problem, query) => {
  expect(problemOf(query)).toBe(problem);
});

test('a request that unfolds to more than a request needs is refused', () => {
  expect(problemOf(logoutQuery(OWN, OURS, NOW, { name_id: 'x'.repeat(100_000) }))).toBe('unreadable');
});

// SSO17
test('the answer goes back to the provider, signed, with what it gave along', () => {
  const address = logoutAnswerAddress('https://idp.example.com/logout?a=1', OWN, {
    request: { ...REQUEST, id: '_a"b' },
    relay_state: "it's ñ&=+ /",
    now: NOW,
    signer: { private_key: OURS.key, certificate: Buffer.from(OURS.certificate, 'base64') },
  });
  const { searchParams } = new URL(address);
  expect([searchParams.get('a'), searchParams.get('RelayState')]).toEqual(['1', "it's ñ&=+ /"]);
  expect([isSignedBy(address, OURS.certificate), isSignedBy(address, FOREIGN.certificate)]).toEqual([
    true,
    false,
  ]);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
  expect(xml).toContain('InResponseTo="_a&#34;b"');
  expect(xml).toContain('status:Success');
});
