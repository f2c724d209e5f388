import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { printOwnMetadata, readProviderMetadata, safeAddress } from './saml-metadata.ts';
import { newRequestId, signInAddress } from './saml-request.ts';
import { readXml } from './saml-xml.ts';
import { makeSigner } from './testing/certificate.ts';
import { isSignedBy, writeMetadata } from './testing/identity-provider.ts';

const NOW = new Date('2026-11-29T10:00:00Z');
const ONE = makeSigner({ until: new Date('2027-01-01T00:00:00Z') }, NOW);
const TWO = makeSigner({}, NOW);
const METADATA = writeMetadata([ONE.certificate, TWO.certificate]);
const OWN = {
  entity_id: 'https://atalaya.example/saml/1?a&b',
  acs_url: 'https://atalaya.example/saml/1/acs',
  logout_url: 'https://atalaya.example/saml/1/logout',
};
const problemOf = (text: string) => {
  try {
    readProviderMetadata(text, NOW);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'problem' in error ? error.problem : error;
  }
};
const BOUNDS = { bytes: 100_000, tags: 1000, namespaces: 100 };

test('metadata tell who a provider is, where one signs in and out, and by which certificates it signs', () => {
  const provider = readProviderMetadata(`\uFEFF${METADATA}`, NOW);
  expect(provider).toMatchObject({
    entity_id: 'https://idp.example.com/metadata',
    sign_in_url: 'https://idp.example.com/sign-in?tenant=1',
    logout_url: 'https://idp.example.com/logout',
    wants_signed: false,
    certificates: [
      { der: ONE.certificate, not_after: new Date('2027-01-01T00:00:00Z') },
      { der: TWO.certificate },
    ],
  });
  expect(provider.certificates[0]?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
});

test('a key that encrypts, and one that is there twice, is no further certificate', () => {
  const doubled = writeMetadata([ONE.certificate, ONE.certificate, TWO.certificate]);
  const text = doubled.replace(/use="signing"(?![\s\S]*use="signing")/, 'use="encryption"');
  expect(readProviderMetadata(text, NOW).certificates.map(({ der }) => der)).toEqual([ONE.certificate]);
});

// SSO11
test('one provider among other entities is found, of several none is chosen', () => {
  const bare = METADATA.replace(/^<\?xml.*?\?>/, '');
  const among = (inner: string) =>
    `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${inner}<md:EntityDescriptor entityID="sp"><md:SPSSODescriptor/></md:EntityDescriptor></md:EntitiesDescriptor>`;
  expect(readProviderMetadata(among(bare), NOW).entity_id).toBe('https://idp.example.com/metadata');
  expect(problemOf(among(bare + bare))).toBe('no_provider');
});

test.each([
  ['unreadable', 'not xml at all'],
  ['unreadable', METADATA.replace('</md:EntityDescriptor>', '')],
  ['forbidden_markup', METADATA.replace('?>', '?><!DOCTYPE x SYSTEM "http://127.0.0.1/">')],
  ['too_large', METADATA + ' '.repeat(1024 * 1024)],
  ['too_large', METADATA.replace('<!-- as servers write them -->', '<a/>'.repeat(20_000))],
  ['no_provider', METADATA.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
  ['no_provider', METADATA.replace(/entityID="[^"]*"/, 'entityID=" "')],
  ['no_provider', METADATA.replace(/entityID="[^"]*"/, `entityID="${'x'.repeat(301)}"`)],
  ['no_provider', METADATA.replace('SAML:2.0:protocol', 'SAML:1.1:protocol')],
  ['no_redirect_binding', METADATA.replaceAll('HTTP-Redirect', 'HTTP-Artifact')],
  ['insecure_address', METADATA.replace('https://idp.example.com/sign-in', 'http://idp.example.com/sign-in')],
  ['certificate_invalid', writeMetadata([])],
  ['certificate_invalid', writeMetadata(['MIIB'])],
  ['certificate_invalid', writeMetadata([makeSigner({ bits: 1024 }, NOW).certificate])],
  ['expired', METADATA.replace('entityID', 'validUntil="2026-11-29T09:59:59Z" entityID')],
])('refused as %s', (problem, text) => {
  expect(problemOf(text)).toBe(problem);
});

test('a browser is sent to https, or to this machine', () => {
  expect(safeAddress(' https://idp.example.com/a ')).toBe('https://idp.example.com/a');
  expect(safeAddress('http://127.0.0.1:8080/a')).toBe('http://127.0.0.1:8080/a');
  for (const address of ['http://idp.example.com', 'javascript:alert(1)', 'file:///etc', 'idp'])
    expect(() => safeAddress(address)).toThrow('insecure_address');
});

test('our own metadata say who we are, by which key, and that assertions have to be signed', () => {
  const root = readXml(printOwnMetadata(OWN, Buffer.from(TWO.certificate, 'base64')), BOUNDS);
  expect(root.getAttribute('entityID')).toBe(OWN.entity_id);
  const service = root.getElementsByTagName('md:AssertionConsumerService')[0];
  expect(service?.getAttribute('Location')).toBe(OWN.acs_url);
  expect(service?.getAttribute('Binding')).toContain('HTTP-POST');
  const role = root.getElementsByTagName('md:SPSSODescriptor')[0];
  expect(role?.getAttribute('WantAssertionsSigned')).toBe('true');
  expect(root.getElementsByTagName('md:KeyDescriptor')[0]?.getAttribute('use')).toBe('signing');
  expect(root.getElementsByTagName('ds:X509Certificate')[0]?.textContent).toBe(TWO.certificate);
  const logout = root.getElementsByTagName('md:SingleLogoutService')[0];
  expect(logout?.getAttribute('Location')).toBe(OWN.logout_url);
});

test('a request names itself, us, where it goes and where the answer is to go', () => {
  const { sign_in_url } = readProviderMetadata(METADATA, NOW);
  const id = newRequestId();
  expect(newRequestId()).not.toBe(id);
  const url = new URL(signInAddress({ sign_in_url }, OWN, { id, now: NOW, signer: null }));
  expect(url.origin + url.pathname).toBe('https://idp.example.com/sign-in');
  expect([url.searchParams.get('SigAlg'), url.searchParams.get('Signature')]).toEqual([null, null]);
  expect(url.searchParams.get('tenant')).toBe('1');
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64');
  const root = readXml(inflateRawSync(deflated).toString(), BOUNDS);
  expect(root.localName).toBe('AuthnRequest');
  const said = (name: string) => root.getAttribute(name);
  expect(said('ID')).toBe(id);
  expect(said('IssueInstant')).toBe('2026-11-29T10:00:00.000Z');
  expect(said('Destination')).toBe(sign_in_url);
  expect(said('AssertionConsumerServiceURL')).toBe(OWN.acs_url);
  expect(root.getElementsByTagName('saml:Issuer')[0]?.textContent).toBe(OWN.entity_id);
});

// SSO17
test('a provider says whether it wants signed requests, which are signed as they are in the address', () => {
  for (const wants_signed of [true, false])
    expect(readProviderMetadata(writeMetadata([ONE.certificate], { wants_signed }), NOW)).toMatchObject({
      wants_signed,
    });
  const certificate = Buffer.from(TWO.certificate, 'base64');
  const signer = { private_key: TWO.key, certificate };
  for (const sign_in_url of ['https://idp.example.com/sign-in', 'https://idp.example.com/sign-in?tenant=1']) {
    const address = signInAddress({ sign_in_url }, OWN, { id: '_a', now: NOW, signer });
    expect(address.startsWith(sign_in_url)).toBe(true);
    expect([isSignedBy(address, TWO.certificate), isSignedBy(address, ONE.certificate)]).toEqual([
      true,
      false,
    ]);
    expect(isSignedBy(address.replace('SAMLRequest=', 'SAMLRequest=a'), TWO.certificate)).toBe(false);
  }
});
