import { SignedXml } from 'xml-crypto';
import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { checkAnswer } from './saml-answer.ts';
import { makeSigner } from './testing/certificate.ts';
import { posted, sign, writeResponse } from './testing/identity-provider.ts';

const OWN = {
  entity_id: 'https://atalaya.example/saml/1',
  acs_url: 'https://atalaya.example/saml/1/acs',
  logout_url: 'https://atalaya.example/saml/1/logout',
};
const NOW = new Date('2026-11-29T10:00:00Z');
const SIGNER = makeSigner({}, NOW);
const IDP = { entity_id: 'https://idp.example.com/metadata', certificates: [SIGNER.certificate] };

const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0];
const signatureOf = (xml: string) => /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)![0];

/** What a provider has signed, and what an attacker makes of it: another person, under another ID. */
const PLAIN = sign(writeResponse(OWN, NOW), 'Assertion', SIGNER);
const SIGNED = assertionOf(PLAIN);
const SIGNATURE = signatureOf(SIGNED);
const BARE = SIGNED.replace(SIGNATURE, '');
const EVIL = BARE.replace('"_assertion"', '"_evil"').replaceAll('ana@', 'eva@');
const into = (assertion: string, inner: string) =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);
const replaced = (by: string) => PLAIN.replace(SIGNED, by);
const within = (signature: string, inner: string) =>
  signature.replace('</ds:Signature>', `${inner}</ds:Signature>`);

/** A response that is signed as a whole too. */
const WHOLE = sign(PLAIN, 'Response', SIGNER);
const OUTER = signatureOf(WHOLE);
const INNER_WHOLE = WHOLE.replace(OUTER, '');
const evilResponse = (outer: string, before = '') =>
  INNER_WHOLE.replace('"_response"', '"_evil_response"')
    .replace(SIGNED, EVIL)
    .replace('</saml:Issuer>', `</saml:Issuer>${before}${outer}`);

/** The eight forms of Somorovsky and others, "On Breaking SAML" (2012). */
const FORMS: Record<string, string> = {
  'XSW1: the signed response inside of the signature of a forged one': evilResponse(
    within(OUTER, INNER_WHOLE),
  ),
  'XSW2: the signed response before its signature in a forged one': evilResponse(OUTER, INNER_WHOLE),
  'XSW3: a forged assertion before the signed one': replaced(EVIL + SIGNED),
  'XSW4: the signed assertion inside of a forged one': replaced(
    EVIL.replace('</saml:Assertion>', `${SIGNED}</saml:Assertion>`),
  ),
  'XSW5: a forged assertion with the signature, the signed one behind': replaced(
    into(EVIL, SIGNATURE) + BARE,
  ),
  'XSW6: the signed one inside of the signature of the forged one': replaced(
    into(EVIL, within(SIGNATURE, BARE)),
  ),
  'XSW7: a forged assertion among the extensions': replaced(
    `<samlp:Extensions>${EVIL}</samlp:Extensions>${SIGNED}`,
  ),
  'XSW8: the signed one as an object of the signature of the forged one': replaced(
    into(EVIL, within(SIGNATURE, `<ds:Object>${BARE}</ds:Object>`)),
  ),
};

/** What a careless reader does: it looks whether a signature fits what it points at, and reads the first assertion. */
function readCarelessly(xml: string): string {
  const root = new DOMParser().parseFromString(xml, 'text/xml');
  const signatures = Array.from(root.getElementsByTagName('ds:Signature'));
  const fits = signatures.some((signature) => {
    const checker = new SignedXml({
      publicCert: `-----BEGIN CERTIFICATE-----\n${SIGNER.certificate}\n-----END CERTIFICATE-----`,
    });
    checker.loadSignature(signature);
    return checker.checkSignature(xml);
  });
  if (!fits) return 'refused';
  const names = Array.from(root.getElementsByTagName('saml:NameID'));
  const evil = names.some(({ textContent }) => textContent === 'eva@example.com');
  return evil ? 'eva@example.com' : 'ana@example.com';
}

// SSO13
test.each(Object.entries(FORMS))('%s: refused', async (_form, xml) => {
  // The form is a real one: its signature is valid, but for another person.
  expect(readCarelessly(xml)).toBe('eva@example.com');
  const answer = checkAnswer(IDP, OWN, posted(xml), NOW);
  await expect(answer).rejects.toMatchObject({ problem: 'structure' });
});

test('an ID that is there twice is refused, however it is written', async () => {
  for (const name of ['ID', 'Id', 'id', 'xml:id']) {
    const twice = PLAIN.replace('<samlp:Status>', `<samlp:Status ${name}="_assertion">`);
    await expect(checkAnswer(IDP, OWN, posted(twice), NOW)).rejects.toMatchObject({ problem: 'structure' });
  }
});

test('a signature of more, of less or of something else than the element that it is in is refused', async () => {
  for (const uri of ['#_response', '', '#_gone']) {
    const elsewhere = PLAIN.replace('URI="#_assertion"', `URI="${uri}"`);
    await expect(checkAnswer(IDP, OWN, posted(elsewhere), NOW)).rejects.toMatchObject({
      problem: 'structure',
    });
  }
});
