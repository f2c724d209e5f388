import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertAsked, checkAnswer } from './saml-answer.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { makeSigner } from './testing/certificate.ts';
import { SHA256, posted, sign, writeResponse } from './testing/identity-provider.ts';
import type { Told } from './testing/identity-provider.ts';

const OWN = {
  entity_id: 'https://atalaya.example/saml/1',
  acs_url: 'https://atalaya.example/saml/1/acs',
  logout_url: 'https://atalaya.example/saml/1/logout',
};
const NOW = new Date('2026-11-29T10:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const OURS = makeSigner({}, NOW);
const FOREIGN = makeSigner({}, NOW);
const IDP = { entity_id: 'https://idp.example.com/metadata', certificates: [OURS.certificate] };

const signedAnswer = (changes: Partial<Told> = {}, signer = OURS) =>
  sign(writeResponse(OWN, NOW, changes), 'Assertion', signer);
const check = (xml: string, provider = IDP, now = NOW) => checkAnswer(provider, OWN, posted(xml), now);
const refusal = async (xml: string, provider = IDP, now = NOW) =>
  check(xml, provider, now).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : error),
  );

test('a signed assertion says who has signed in, with or without a signature of the whole response', async () => {
  const answer = await check(signedAnswer());
  expect(answer).toEqual({
    assertion_id: '_assertion',
    in_response_to: '_request',
    issuer: IDP.entity_id,
    name_id: 'ana@example.com',
    session_index: '_session',
    attributes: new Map([
      ['email', ['ana@example.com']],
      ['groups', ['ventas', 'jefes']],
    ]),
    usable_until: minutes(6),
  });
  expect(await check(sign(signedAnswer(), 'Response', OURS))).toEqual(answer);
});

// SSO13
test('nothing but a signed assertion is accepted', async () => {
  expect(await refusal(writeResponse(OWN, NOW))).toBe('unsigned');
  expect(await refusal(sign(writeResponse(OWN, NOW), 'Response', OURS))).toBe('unsigned');
  expect(await refusal(signedAnswer().replace('ana@example.com', 'eva@example.com'))).toBe('signature');
  // Of a response that is signed too, that signature counts as well.
  const both = sign(signedAnswer(), 'Response', OURS);
  expect(await refusal(both.replace('Version="2.0"', 'Version="2.0" Consent="x"'))).toBe('signature');
  expect(await refusal(sign(signedAnswer(), 'Response', FOREIGN))).toBe('signature');
});

test('a foreign certificate signs for nobody, also where the answer brings it along', async () => {
  const foreign = signedAnswer({}, FOREIGN);
  expect(foreign).toContain(FOREIGN.certificate.slice(0, 60));
  expect(await refusal(foreign)).toBe('signature');
});

test('while a provider changes its key, both certificates count; one that has ended or has yet to begin does not', async () => {
  const next = makeSigner({ from: minutes(-5) }, NOW);
  const ended = makeSigner({ from: minutes(-100), until: minutes(-1) }, NOW);
  const coming = makeSigner({ from: minutes(1), until: minutes(100) }, NOW);
  const two = { ...IDP, certificates: [OURS.certificate, next.certificate] };
  for (const signer of [OURS, next])
    expect((await check(signedAnswer({}, signer), two)).name_id).toBe('ana@example.com');
  expect(await refusal(signedAnswer({}, ended), { ...IDP, certificates: [ended.certificate] })).toBe(
    'certificate_expired',
  );
  for (const signer of [ended, coming]) {
    const certificates = [OURS.certificate, signer.certificate];
    expect(await refusal(signedAnswer({}, signer), { ...IDP, certificates })).toBe('signature');
  }
});

test('SHA-1, other methods and transforms that pick out a part are refused', async () => {
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
  const response = writeResponse(OWN, NOW);
  expect(await refusal(sign(response, 'Assertion', OURS, { ...SHA256, signature: `${sha1}rsa-sha1` }))).toBe(
    'algorithm',
  );
  expect(await refusal(sign(response, 'Assertion', OURS, { ...SHA256, digest: `${sha1}sha1` }))).toBe(
    'algorithm',
  );
  const hmac = signedAnswer().replace(SHA256.signature, `${sha1}hmac-sha1`);
  expect(await refusal(hmac)).toBe('algorithm');
  const xpath = signedAnswer().replace(
    `${sha1}enveloped-signature`,
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
  );
  expect(await refusal(xpath)).toBe('algorithm');
  const sha512 = {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
  };
  expect((await check(sign(response, 'Assertion', OURS, sha512))).name_id).toBe('ana@example.com');
});

test.each<[string, Partial<Told>]>([
  ['audience', { audience: 'https://atalaya.example/saml/2' }],
  ['audience', { audience: null }],
  [
    'audience',
    { condition: '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>' },
  ],
  ['recipient', { recipient: 'https://atalaya.example/saml/2/acs' }],
  ['recipient', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
  ['destination', { destination: 'https://atalaya.example/saml/2/acs' }],
  ['in_response_to', { response_in_response_to: '_other' }],
  ['in_response_to', { response_in_response_to: null }],
  ['in_response_to', { in_response_to: null, response_in_response_to: '_request' }],
  ['issuer', { issuer: 'https://other.example.com/metadata' }],
  ['expired', { not_on_or_after: minutes(-1) }],
  ['expired', { confirmed_until: minutes(-1) }],
  ['too_early', { not_before: minutes(2) }],
  ['name_id', { name_id: '' }],
  ['name_id', { name_id: 'x'.repeat(256) }],
  ['name_id', { name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ['refused_by_provider', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
  ['structure', { condition: '<saml:Condition xmlns:x="urn:x"/>' }],
])('signed as it should be, but refused: %s %j', async (problem, changes) => {
  expect(await refusal(signedAnswer(changes))).toBe(problem);
});

// SSO13
test('clocks may differ by a minute and no more', async () => {
  const answer = signedAnswer({ not_before: NOW });
  const at = (seconds: number) => refusal(answer, IDP, new Date(NOW.getTime() + seconds * 1000));
  expect(await Promise.all([-61, -60, 0, 359, 360].map(at))).toEqual([
    'too_early',
    'accepted',
    'accepted',
    'accepted',
    'expired',
  ]);
});

test('a signed response has to name its destination; an unsigned one may leave it out', async () => {
  const without = signedAnswer({ destination: null });
  expect((await check(without)).name_id).toBe('ana@example.com');
  expect(await refusal(sign(without, 'Response', OURS))).toBe('destination');
});

// SSO13
test('document types, comments, CDATA, instructions and encrypted assertions are refused', async () => {
  const answer = signedAnswer();
  const dtd = `<!DOCTYPE r [<!ENTITY who "eva@example.com">]>${answer}`;
  expect(await refusal(dtd)).toBe('forbidden_markup');
  // The signed name is another person's; a reader that stops at the comment sees the victim's.
  const cut = signedAnswer({ name_id: 'ana@example.com.attacker.example' });
  const comment = cut.replace('ana@example.com.attacker', 'ana@example.com<!-- -->.attacker');
  expect(await refusal(comment)).toBe('forbidden_markup');
  expect(await refusal(answer.replace('>ana@', '><![CDATA[ana@]]>'))).toBe('forbidden_markup');
  expect(await refusal(answer.replace('>ana@', '><?x?>ana@'))).toBe('forbidden_markup');
  expect(await refusal(answer.replaceAll('saml:Assertion', 'saml:EncryptedAssertion'))).toBe('encrypted');
});

test('what is no answer is refused before anything is computed', async () => {
  const raw = (text: string) => checkAnswer(IDP, OWN, text, NOW);
  await expect(raw('%%%')).rejects.toMatchObject({ problem: 'unreadable' });
  await expect(raw(Buffer.from([0x3c, 0xff, 0xfe]).toString('base64'))).rejects.toMatchObject({
    problem: 'unreadable',
  });
  expect(await refusal('<a>')).toBe('unreadable');
  expect(await refusal('<a b="1" b="2"/>')).toBe('unreadable');
  expect(await refusal('<a/>')).toBe('structure');
  expect(await refusal(`<a>${' '.repeat(131_072)}</a>`)).toBe('too_large');
  expect(await refusal('<a>'.repeat(10_000) + '</a>'.repeat(10_000))).toBe('too_large');
});

test('an answer that was not asked for is taken only where that is switched on, and one to another request never', async () => {
  const unasked = await check(signedAnswer({ in_response_to: null }));
  expect(() => assertAsked(unasked, '_request', false)).toThrow('not_asked_for');
  expect(() => assertAsked(unasked, null, true)).not.toThrow();
  const asked = await check(signedAnswer());
  expect(() => assertAsked(asked, '_request', false)).not.toThrow();
  for (const other of ['_other', null])
    expect(() => assertAsked(asked, other, true)).toThrow('in_response_to');
});

test('an answer of which any one byte is changed is refused, or says the very same', async () => {
  const xml = Buffer.from(sign(signedAnswer(), 'Response', OURS));
  const original = await check(xml.toString());
  await fc.assert(
    fc.asyncProperty(fc.nat(xml.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(xml);
      bytes[at] = (xml[at] ?? 0) ^ change;
      const answer = checkAnswer(IDP, OWN, bytes.toString('base64'), NOW).catch((error: unknown) => {
        // A fault of ours would be no refusal.
        if (error instanceof SamlRefusal) return original;
        throw error;
      });
      expect(await answer).toEqual(original);
    }),
    { numRuns: 400 },
  );
});

// SSO13
test('each byte of what counts in an assertion is covered by its signature', async () => {
  const xml = signedAnswer();
  const parts = ['ana@example.com</saml:NameID', OWN.entity_id, 'jefes', '_session', '_request"/>'];
  for (const part of parts) {
    const at = xml.lastIndexOf(part);
    for (let next = at; next < at + part.length; next += 1) {
      const changed = `${xml.slice(0, next)}${xml[next] === 'x' ? 'y' : 'x'}${xml.slice(next + 1)}`;
      expect(await refusal(changed)).not.toBe('accepted');
    }
  }
});
