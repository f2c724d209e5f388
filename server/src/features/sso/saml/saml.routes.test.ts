import type { SignOn } from '@atalaya/contract/sso';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unique } from '../../../platform/testing/server.ts';
import { makeSigner } from './testing/certificate.ts';
import type { Signer } from './testing/certificate.ts';
import { isSignedBy, posted, sign, writeMetadata, writeResponse } from './testing/identity-provider.ts';
import type { Told } from './testing/identity-provider.ts';
import { requestIn } from './testing/provider-server.ts';
import { refused, startSamlScene } from './testing/saml-scene.ts';
import type { SamlScene } from './testing/saml-scene.ts';

let scene: SamlScene;
let stranger: Signer;
beforeAll(async () => {
  scene = await startSamlScene();
  stranger = makeSigner();
});
afterAll(() => scene.close());

type Made = Awaited<ReturnType<SamlScene['makeSaml']>>;
const failed = refused('sso.failed');
const PEM = (signer: Signer) =>
  `-----BEGIN CERTIFICATE-----\n${signer.certificate}\n-----END CERTIFICATE-----\n`;

describe('setting it up', () => {
  const save = async (made: Made, provider: object, version: number) =>
    scene.send('PUT', made.at, scene.ours.admin.cookie, {
      kind: 'saml',
      version,
      allows_unasked: false,
      provider,
    });

  // SSO11
  test('by address, by file or by hand the same is known; others have to be tested anew', async () => {
    const made = await scene.makeSaml();
    const { provider, ours } = scene;
    const known = {
      kind: 'saml',
      entity_id: `${provider.url}/metadata`,
      sign_in_url: `${provider.url}/sign-in?tenant=1`,
      logout_url: `${provider.url}/logout`,
      allows_unasked: false,
      failing: null,
    };
    const { settings } = (await scene.send('GET', made.at, ours.admin.cookie)).json<SignOn>();
    expect(settings).toMatchObject({
      ...known,
      metadata_url: provider.metadata_url,
      is_on: true,
      is_tested: true,
      version: 1,
    });
    const file = await save(made, { from: 'file', metadata: provider.metadata() }, 1);
    const off = { ...known, metadata_url: null, is_on: false, is_tested: false };
    expect(file.json<SignOn>().settings).toMatchObject({ ...off, version: 2 });
    const { entity_id, sign_in_url, logout_url } = known;
    const certificates = `${PEM(provider.signer)}${PEM(stranger)}`;
    const hand = await save(made, { from: 'hand', entity_id, sign_in_url, logout_url, certificates }, 2);
    expect(hand.json<SignOn>().settings).toMatchObject({ ...off, version: 3 });
    const read = hand.json<SignOn>().settings;
    expect(read?.kind === 'saml' && read.certificates.map(({ pem }) => pem.replaceAll(/\s/g, ''))).toEqual(
      [provider.signer, stranger].map((each) => PEM(each).replaceAll(/\s/g, '')),
    );
    const on = await scene.send('PUT', `${made.at}/state`, ours.admin.cookie, { version: 3, is_on: true });
    expect(on.json()).toMatchObject({ code: 'sso.not_tested' });
    const stale = await save(made, { from: 'file', metadata: provider.metadata() }, 2);
    expect(stale.json()).toMatchObject({ code: 'object.stale', current: { settings: { version: 3 } } });
    const entries = await scene.query(
      `select after from audit_log where object_id = $1 and action = 'sign_on.updated' order by id desc limit 1`,
      [made.id],
    );
    expect(entries).toEqual([
      { after: expect.objectContaining({ protocol: 'saml', entity_id, sign_in_url }) },
    ]);
  });

  // SSO5
  test('a connection changes from one way to the other, and keeps nothing of the one before', async () => {
    const made = await scene.makeSaml();
    await scene.query(
      `update connection_sign_on set kind = 'oidc', issuer = 'https://a.example', client_id = 'a', sealed_secret = 'b'
       where connection_id = $1`,
      [made.id],
    );
    const saved = await save(made, { from: 'url', metadata_url: scene.provider.metadata_url }, 1);
    expect(saved.json<SignOn>().settings).toMatchObject({ kind: 'saml', is_on: false });
    const [row] = await scene.query(
      'select issuer, sealed_secret from connection_sign_on where connection_id = $1',
      [made.id],
    );
    expect(row).toEqual({ issuer: null, sealed_secret: null });
  });

  const old = () => makeSigner({ from: new Date('2020-01-01'), until: new Date('2021-01-01') });
  const small = () => makeSigner({ bits: 1024 });
  const hand = (changes: object) => ({
    from: 'hand',
    entity_id: 'https://idp.example',
    sign_in_url: 'https://idp.example/sso',
    logout_url: null,
    certificates: PEM(stranger),
    ...changes,
  });
  const file = (metadata: string) => ({ from: 'file', metadata });

  // SSO11
  test.each<[string, () => object, string, string | undefined, string | undefined]>([
    [
      'metadata at a private address',
      () => ({ from: 'url', metadata_url: 'https://10.0.0.1/m' }),
      'sso.address_refused',
      undefined,
      undefined,
    ],
    [
      'metadata that are not there',
      () => ({ from: 'url', metadata_url: `${scene.provider.url}/nothing` }),
      'sso.unreachable',
      undefined,
      undefined,
    ],
    [
      'an address that is no metadata',
      () => ({ from: 'url', metadata_url: `${scene.provider.url}/logout` }),
      'sso.metadata_refused',
      'forbidden_markup',
      'metadata_url',
    ],
    [
      'a document type',
      () => file('<!DOCTYPE a><a/>'),
      'sso.metadata_refused',
      'forbidden_markup',
      'metadata',
    ],
    ['what is no XML', () => file('metadata'), 'sso.metadata_refused', 'unreadable', 'metadata'],
    ['no provider', () => file('<a/>'), 'sso.metadata_refused', 'no_provider', 'metadata'],
    [
      'certificates that are over',
      () => file(writeMetadata([old().certificate])),
      'sso.metadata_refused',
      'certificate_expired',
      'metadata',
    ],
    [
      'a short key',
      () => hand({ certificates: PEM(small()) }),
      'sso.metadata_refused',
      'certificate_invalid',
      'certificates',
    ],
    [
      'no certificate',
      () => hand({ certificates: 'abc' }),
      'sso.metadata_refused',
      'certificate_invalid',
      'certificates',
    ],
    [
      'an old certificate by hand',
      () => hand({ certificates: PEM(old()) }),
      'sso.metadata_refused',
      'certificate_expired',
      'certificates',
    ],
    [
      'a sign-in that others read',
      () => hand({ sign_in_url: 'http://idp.example/sso' }),
      'sso.metadata_refused',
      'insecure_address',
      'sign_in_url',
    ],
    [
      'a script as logout',
      () => hand({ logout_url: 'javascript:alert(1)' }),
      'sso.metadata_refused',
      'insecure_address',
      'logout_url',
    ],
    ['no address', () => hand({ sign_in_url: 'idp' }), 'request.invalid', undefined, 'sign_in_url'],
    ['no entity id', () => hand({ entity_id: '' }), 'request.invalid', undefined, 'entity_id'],
  ])('%s is refused at its field', async (_what, told, code, problem, field) => {
    const made = await scene.makeSaml();
    const answer = (await save(made, told(), 1)).json<{ code: string; params?: object; fields?: object[] }>();
    expect(answer).toMatchObject({ code, ...(problem ? { params: { problem } } : {}) });
    expect((answer.fields ?? []).map((each) => (each as { field: string }).field)).toEqual(
      field ? [`body.provider.${field}`] : [],
    );
  });

  // SSO11
  test('what we are to a provider is the same for each id, known or not', async () => {
    const { id, own } = await scene.makeSaml();
    const metadata = await scene.send('GET', new URL(own.entity_id).pathname);
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml');
    for (const each of Object.values(own)) expect(metadata.body).toContain(`"${each}"`);
    const other = '01a20bdd-0000-7000-8000-000000000000';
    const unknown = await scene.send('GET', `/api/sso/${other}/saml`);
    expect(unknown.body.replaceAll(other, id)).toBe(metadata.body);
    expect((await scene.send('GET', '/api/sso/1/saml')).statusCode).toBe(404);
    const { body } = await scene.send('GET', '/api/sso/saml/certificate', undefined, undefined, scene.second);
    expect(body.replaceAll(/-----[A-Z ]+-----|\s/g, '')).toBe(ownCertificate(metadata.body));
  });
});

/** In our metadata. */
const ownCertificate = (metadata: string) =>
  /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? 'there is none';
const certificateOf = async ({ own }: Made) =>
  ownCertificate((await scene.send('GET', new URL(own.entity_id).pathname)).body);

describe('signing in', () => {
  // SSO12
  test('who is new comes in with name and role; the NameID leads there from then on', async () => {
    const made = await scene.makeSaml({ groups: [{ group: 'Jefes', role: 'admin' }] });
    const name_id = unique();
    const email = `ana@${made.domain}`;
    const attributes = { mail: [email], givenName: ['Ana'], sn: ['Gil'], groups: ['Jefes'] };
    const first = await scene.signIn(made, { name_id, attributes });
    expect(first.to).toBe('/admin/profile');
    const person = { email, first_name: 'Ana', last_name: 'Gil', role: 'admin' };
    expect((await scene.who(first.cookie))?.profile).toMatchObject(person);
    const later = await scene.signIn(made, { name_id, attributes: { ...attributes, sn: ['Ruiz'] } });
    expect((await scene.who(later.cookie))?.profile).toMatchObject({ ...person, last_name: 'Ruiz' });
    const stored = await scene.query('select issuer, subject from sso_identities where connection_id = $1', [
      made.id,
    ]);
    expect(stored).toEqual([{ issuer: `${scene.provider.url}/metadata`, subject: name_id }]);
    const { sign_in } = await scene.begin(made);
    expect(sign_in.startsWith(`${scene.provider.url}/sign-in?tenant=1&SAMLRequest=`)).toBe(true);
    expect(requestIn(sign_in)).toMatchObject({ acs_url: made.own.acs_url, entity_id: made.own.entity_id });
    // What was said is not kept.
    const kept = await scene.query(
      'select 1 from saml_answers where connection_id = $1 and (sealed is not null or token_hash is not null)',
      [made.id],
    );
    expect(kept).toEqual([]);
  });

  // SSO17
  test('requests are signed for a provider that wants it, on each server by the key in our metadata', async () => {
    const { provider } = scene;
    const plain = await scene.makeSaml();
    const certificate = await certificateOf(plain);
    expect((await scene.begin(plain)).sign_in).not.toContain('Signature');
    provider.wants_signed = true;
    const made = await scene.makeSaml();
    provider.wants_signed = false;
    const { settings } = (await scene.send('GET', made.at, scene.ours.admin.cookie)).json<SignOn>();
    expect(settings).toMatchObject({ wants_signed: true });
    for (const from of [scene.server, scene.second]) {
      const going = await scene.send('GET', `/api/sso/${made.id}/start`, undefined, undefined, from);
      expect(isSignedBy(String(going.headers.location), certificate)).toBe(true);
    }
    const told = { name_id: `ana@${made.domain}`, attributes: {} };
    expect((await scene.signIn(made, told)).to).toBe('/admin/profile');
    const stored = await scene.query('select private_key from signing_keys where certificate is not null');
    expect(stored).toHaveLength(1);
  });

  // SSO12
  test('an assertion counts once, on whichever server it comes again', async () => {
    const made = await scene.makeSaml();
    const { flow, sign_in } = await scene.begin(made);
    const answer = scene.provider.answer(made.own, sign_in, {
      name_id: `ana@${made.domain}`,
      attributes: {},
    });
    const first = await scene.post(made, answer);
    const again = await scene.post(made, answer, scene.second);
    expect(again).toBe('/api/sso/saml/return?problem=replayed');
    expect((await scene.follow(again, flow, scene.second)).to).toBe(failed);
    // Nor is the same assertion good in another wrapping.
    const [here, there] = await Promise.all([
      scene.follow(first, flow),
      scene.follow(first, flow, scene.second),
    ]);
    expect([here.to, there.to].sort()).toEqual([failed, '/admin/profile'].sort());
  });

  // SSO12
  test('what an answer says is fetched within two minutes, or never', async () => {
    const made = await scene.makeSaml();
    const { flow, sign_in } = await scene.begin(made);
    const told = { name_id: `ana@${made.domain}`, attributes: {} };
    const location = await scene.post(made, scene.provider.answer(made.own, sign_in, told));
    const [row] = await scene.query(
      `select position($2 in encode(sealed, 'escape')) as at from saml_answers where connection_id = $1`,
      [made.id, made.domain],
    );
    expect(row).toEqual({ at: 0 });
    await scene.query(`update saml_answers set arrived_at = now() - interval '3 minutes'`);
    expect((await scene.follow(location, flow)).to).toBe(failed);
  });

  // SSO12
  test('an answer is for the browser that asked for it', async () => {
    const made = await scene.makeSaml();
    const [mine, other] = [await scene.begin(made), await scene.begin(made)];
    const told = { name_id: `ana@${made.domain}`, attributes: {} };
    const answer = () => scene.post(made, scene.provider.answer(made.own, mine.sign_in, told));
    expect((await scene.follow(await answer(), '')).to).toBe(refused('sso.failed', null));
    expect((await scene.follow(await answer(), other.flow)).to).toBe(failed);
    expect((await scene.follow(await answer(), mine.flow)).to).toBe('/admin/profile');
  });

  type Forge = (made: Made, sign_in: string) => string;
  const told =
    (changes: Partial<Told>): Forge =>
    (made, sign_in) =>
      scene.provider.answer(made.own, sign_in, changes);
  const raw = (made: Made, sign_in: string, changes: Partial<Told> = {}) =>
    writeResponse(made.own, new Date(), {
      issuer: `${scene.provider.url}/metadata`,
      in_response_to: requestIn(sign_in).id,
      assertion_id: `_${unique()}`,
      ...changes,
    });
  const past = new Date(Date.now() - 3_600_000);
  const SHA1 = {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  };
  const FORGED: Record<string, Forge> = {
    unreadable: () => '%%%',
    forbidden_markup: (made, sign_in) => posted(`<!DOCTYPE a>${raw(made, sign_in)}`),
    too_large: () => 'A'.repeat(270_000),
    refused_by_provider: told({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    encrypted: (made, sign_in) =>
      posted(raw(made, sign_in).replaceAll('saml:Assertion', 'saml:EncryptedAssertion')),
    structure: (made, sign_in) =>
      posted(
        sign(raw(made, sign_in, { method: 'x' }), 'Assertion', scene.provider.signer).replace(
          '</samlp:Response>',
          '<saml:Assertion ID="_b"/></samlp:Response>',
        ),
      ),
    unsigned: (made, sign_in) => posted(sign(raw(made, sign_in), 'Response', scene.provider.signer)),
    algorithm: (made, sign_in) => posted(sign(raw(made, sign_in), 'Assertion', scene.provider.signer, SHA1)),
    signature: (made, sign_in) => posted(sign(raw(made, sign_in), 'Assertion', stranger)),
    issuer: told({ issuer: 'https://evil.example' }),
    audience: told({ audience: 'https://elsewhere.example' }),
    recipient: told({ recipient: 'https://elsewhere.example' }),
    destination: told({ destination: 'https://elsewhere.example' }),
    in_response_to: told({ in_response_to: '_another' }),
    not_asked_for: told({ in_response_to: null }),
    too_early: told({ not_before: new Date(Date.now() + 600_000) }),
    expired: told({ not_on_or_after: past, confirmed_until: past }),
    name_id: told({ name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  };

  // SSO13
  test.each(Object.keys(FORGED))(
    'an answer with the fault %s opens nothing, and a test says which',
    async (problem) => {
      const made = await scene.makeSaml();
      const { flow, sign_in } = await scene.begin(made);
      const gone = await scene.follow(await scene.post(made, FORGED[problem]!(made, sign_in)), flow);
      expect([gone.to, gone.cookie.includes('atalaya=')]).toEqual([failed, false]);
      const { admin, organization } = scene.ours;
      const testing = await scene.beginTest(made, admin.cookie);
      const tested = await scene.follow(
        await scene.post(made, FORGED[problem]!(made, testing.sign_in)),
        testing.flow,
      );
      const page = new URL(tested.to, made.own.acs_url);
      expect(Object.fromEntries(page.searchParams)).toEqual({
        organization: organization.id,
        tab: 'security',
        tested: made.id,
        sso_error: 'sso.failed',
        sso_problem: problem,
      });
      expect((await scene.send('GET', made.at, admin.cookie)).json<SignOn>().test).toBeNull();
    },
  );

  // SSO13
  test('certificates that have ended since count no more, of two that overlap the other does', async () => {
    const made = await scene.makeSaml();
    const old = makeSigner({ from: new Date('2020-01-01'), until: new Date('2021-01-01') });
    const certificates = [old.certificate, scene.provider.signer.certificate];
    const keep = (of: string[]) =>
      scene.query('update saml_settings set certificates = $2 where connection_id = $1', [made.id, of]);
    await keep(certificates);
    const told = { name_id: `ana@${made.domain}`, attributes: {} };
    expect((await scene.signIn(made, told)).to).toBe('/admin/profile');
    const { sign_in } = await scene.begin(made);
    const signed = sign(raw(made, sign_in, told), 'Assertion', old);
    expect(await scene.post(made, posted(signed))).toContain('problem=signature');
    await keep([old.certificate]);
    expect(await scene.post(made, posted(signed))).toContain('problem=certificate_expired');
  });

  // SSO13
  test('an answer for one connection is worth nothing at another, also of the same provider', async () => {
    const made = await scene.makeSaml();
    const other = await scene.makeSaml({ cast: scene.theirs });
    const told = { name_id: `ana@${other.domain}`, attributes: {} };
    const { flow, sign_in } = await scene.begin(made);
    const answer = scene.provider.answer(made.own, sign_in, told);
    expect(await scene.post(other, answer)).toContain('problem=destination');
    const bare = { ...told, destination: null };
    expect(await scene.post(other, scene.provider.answer(made.own, sign_in, bare))).toContain(
      'problem=audience',
    );
    // Nor does what was asked of one provider count for what another has answered.
    const theirs = scene.provider.answer(other.own, sign_in, told);
    expect((await scene.follow(await scene.post(other, theirs), flow)).to).toBe(failed);
    // Whom the provider of others names is no person of ours.
    const foreign = await scene.signIn(made, told);
    expect(foreign.to).toBe(refused('sso.foreign_email'));
  });

  // SSO14
  test('who comes unasked comes in only where that is switched on', async () => {
    const made = await scene.makeSaml();
    const unasked = (to: Made) => {
      const told = { in_response_to: null, name_id: `ana@${to.domain}`, attributes: {} };
      return scene.provider.answer(to.own, scene.provider.url, told);
    };
    expect((await scene.follow(await scene.post(made, unasked(made)), '')).to).toBe(
      refused('sso.failed', null),
    );
    const open = await scene.makeSaml({ allows_unasked: true });
    const entered = await scene.follow(await scene.post(open, unasked(open)), '');
    expect(entered.to).toBe('/admin');
    expect((await scene.who(entered.cookie))?.profile).toMatchObject({ email: `ana@${open.domain}` });
    const testing = await scene.beginTest(open, scene.ours.admin.cookie);
    const tested = await scene.follow(await scene.post(open, unasked(open)), testing.flow);
    expect(tested.to).toContain('sso_problem=not_asked_for');
    await scene.query('update connection_sign_on set is_on = false where connection_id = $1', [open.id]);
    const off = await scene.follow(await scene.post(open, unasked(open)), '');
    expect(off.to).toBe(refused('sso.failed', null));
  });

  // SSO5
  test('a test opens no session, shows what was said, and counts for these settings alone', async () => {
    const made = await scene.makeSaml();
    const { admin } = scene.ours;
    await scene.query(
      'update connection_sign_on set tested_at = null, is_on = false where connection_id = $1',
      [made.id],
    );
    const told = {
      name_id: 'ana',
      attributes: { email: [`ana@${made.domain}`], groups: ['Jefes', 'Ventas'] },
    };
    const run = async (cookie: string) => {
      const { flow, sign_in } = await scene.beginTest(made, admin.cookie);
      const location = await scene.post(made, scene.provider.answer(made.own, sign_in, told));
      return scene.follow(location, flow.replace(admin.cookie, cookie));
    };
    expect((await run(scene.theirs.admin.cookie)).to).toContain('sso_error=sso.failed');
    const { to, cookie } = await run(admin.cookie);
    expect([to.includes('sso_error'), cookie.includes('atalaya=')]).toEqual([false, false]);
    const { test: kept, settings } = (await scene.send('GET', made.at, admin.cookie)).json<SignOn>();
    expect(settings).toMatchObject({ is_tested: true, is_on: false });
    expect(kept).toMatchObject({ outcome: 'created', email: `ana@${made.domain}`, role: 'user' });
    expect(kept?.claims).toEqual(
      expect.arrayContaining([
        { name: 'NameID', value: 'ana' },
        { name: 'SessionIndex', value: '_session' },
        { name: 'groups', value: '["Jefes","Ventas"]' },
      ]),
    );
    expect(await scene.query('select 1 from profiles where email = $1', [`ana@${made.domain}`])).toEqual([]);
    // Others were saved while the browser was away.
    const { flow, sign_in } = await scene.beginTest(made, admin.cookie);
    const location = await scene.post(made, scene.provider.answer(made.own, sign_in, told));
    await scene.query('update connection_sign_on set version = version + 1 where connection_id = $1', [
      made.id,
    ]);
    expect((await scene.follow(location, flow)).to).toContain('sso_error=sso.failed');
  });

  // SSO13
  test('a connection that was switched off or changed since lets nobody in', async () => {
    const made = await scene.makeSaml();
    const told = { name_id: `ana@${made.domain}`, attributes: {} };
    const change = async (text: string) => {
      const { flow, sign_in } = await scene.begin(made);
      await scene.query(`update connection_sign_on set ${text} where connection_id = $1`, [made.id]);
      return scene.follow(await scene.post(made, scene.provider.answer(made.own, sign_in, told)), flow);
    };
    expect((await change('version = version + 1')).to).toBe(failed);
    expect((await change('is_on = false')).to).toBe(failed);
    const oidc = `kind = 'oidc', issuer = 'https://a.example', client_id = 'a', sealed_secret = 'b'`;
    await scene.query(`update connection_sign_on set ${oidc} where connection_id = $1`, [made.id]);
    await scene.query('delete from saml_settings where connection_id = $1', [made.id]);
    expect(await scene.post(made, 'AAAA')).toBe(refused('object.not_found', null));
    expect(await scene.post({ own: { ...made.own, acs_url: 'http://x/api/sso/1/saml/acs' } }, 'AAAA')).toBe(
      refused('object.not_found', null),
    );
  });
});

describe('single logout', () => {
  const order = (made: Made, query: string, from = scene.server) =>
    from.send({ url: `${new URL(made.own.logout_url).pathname}?${query}` });
  const enter = (made: Made, session_index: string) =>
    scene.signIn(made, { name_id: `ana@${made.domain}`, attributes: {}, session_index });
  const isOpen = async ({ cookie }: { cookie: string }, from = scene.second) =>
    (await scene.who(cookie, from)) !== null;

  // SSO15
  test('the provider ends its sessions on every server, one or all of a person, and is answered', async () => {
    const made = await scene.makeSaml();
    const name_id = `ana@${made.domain}`;
    const [one, two] = [await enter(made, 'a'), await enter(made, 'b')];
    const own = await scene.server.signIn(name_id);
    expect([await isOpen(one), await isOpen(two)]).toEqual([true, true]);
    const first = scene.provider.logout(made.own, { name_id, session_index: 'a', id: '_one' });
    const answer = await order(made, first);
    const to = new URL(String(answer.headers.location));
    expect([answer.statusCode, to.origin + to.pathname, to.searchParams.get('RelayState')]).toEqual([
      303,
      `${scene.provider.url}/logout`,
      'back',
    ]);
    const xml = inflateRawSync(Buffer.from(to.searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
    expect(xml).toContain('InResponseTo="_one"');
    expect(isSignedBy(to.href, await certificateOf(made))).toBe(true);
    expect(xml).toContain('status:Success');
    expect([await isOpen(one), await isOpen(two)]).toEqual([false, true]);
    expect((await order(made, first, scene.second)).headers.location).toBe(refused('sso.failed', null));
    await order(made, scene.provider.logout(made.own, { name_id, session_index: null }));
    expect([await isOpen(two), await isOpen({ cookie: own })]).toEqual([false, true]);
    const entries = await scene.query(
      `select after from audit_log where object_id = $1 and action = 'sign_on.sessions_ended'`,
      [made.id],
    );
    expect(entries).toEqual([{ after: { sessions: 1 } }, { after: { sessions: 1 } }]);
  });

  // SSO15
  test.each<[string, (made: Made, name_id: string) => string]>([
    ['of another key', (made, name_id) => scene.provider.logout(made.own, { name_id }, stranger)],
    [
      'of another provider',
      (made, name_id) => scene.provider.logout(made.own, { name_id, issuer: 'https://x.example' }),
    ],
    [
      'for another address',
      (made, name_id) => scene.provider.logout({ ...made.own, logout_url: 'https://x.example' }, { name_id }),
    ],
    [
      'that is old',
      (made, name_id) => scene.provider.logout(made.own, { name_id, made: new Date(Date.now() - 3_600_000) }),
    ],
    [
      'without a signature',
      (made, name_id) => scene.provider.logout(made.own, { name_id }).replace(/&SigAlg.*/, ''),
    ],
    ['without an id', (made, name_id) => scene.provider.logout(made.own, { name_id, id: '' })],
    ['that is none', () => ''],
  ])('an order %s ends nothing', async (_what, write) => {
    const made = await scene.makeSaml();
    const open = await enter(made, 'a');
    const answer = await order(made, write(made, `ana@${made.domain}`));
    expect(answer.headers.location).toBe(refused('sso.failed', null));
    expect(await isOpen(open)).toBe(true);
  });

  test('a provider that takes no answer leaves the browser at the sign-in', async () => {
    const made = await scene.makeSaml();
    await scene.query('update saml_settings set logout_url = null where connection_id = $1', [made.id]);
    const open = await enter(made, 'a');
    const query = scene.provider.logout(made.own, { name_id: `ana@${made.domain}`, session_index: 'a' });
    expect((await order(made, query)).headers.location).toBe('/admin/login');
    expect(await isOpen(open)).toBe(false);
  });
});
