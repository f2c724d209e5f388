import type { SignOn } from '@atalaya/contract/sso';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_SIMPLESAML, hasSimpleSaml } from '../../../platform/testing/simplesamlphp-program.ts';
import { startSamlScene } from './testing/saml-scene.ts';
import type { SamlScene } from './testing/saml-scene.ts';
import { formIn, openBrowser, startSimpleSaml } from './testing/simplesamlphp.ts';
import type { Browser, Page, SimpleSaml } from './testing/simplesamlphp.ts';

const isThere = hasSimpleSaml();
if (!isThere) process.stderr.write(`${NO_SIMPLESAML}\n`);

/** As its page of errors says it. */
const NO_SIGNATURE = 'no signature found on message';
const unsigned = (address: string) => address.replace(/&SigAlg=.*/, '');

type Made = Awaited<ReturnType<SamlScene['makeSaml']>>;

describe.runIf(isThere)('beside SimpleSAMLphp', () => {
  let provider: SimpleSaml;
  let scene: SamlScene;
  let made: Made;
  beforeAll(async () => {
    provider = await startSimpleSaml();
    scene = await startSamlScene({ hosts: [provider.host] });
    const { metadata_url } = provider;
    made = await scene.makeSaml({ metadata_url, groups: [{ group: 'Jefes', role: 'admin' }] });
    provider.trust((await scene.send('GET', new URL(made.own.entity_id).pathname)).body);
    provider.setAccounts([
      {
        name: 'ana',
        password: 'secreta',
        attributes: {
          uid: ['ana'],
          mail: [`ana@${made.domain}`],
          givenName: ['Ana'],
          sn: ['Gil & Ñúñez'],
          groups: ['Ventas', 'Jefes'],
        },
      },
    ]);
  });
  afterAll(async () => {
    await scene?.close();
    await provider?.close();
  });

  /** Goes there from here and fills its form in, if there is one: the page that posts the answer to us. */
  async function signInThere(browser: Browser, sign_in: string, password = 'secreta'): Promise<Page> {
    const page = await browser.visit(sign_in);
    const { action, values } = formIn(page);
    if (!('password' in values)) return page;
    return browser.visit(action, { ...values, username: 'ana', password });
  }
  const answerOf = (page: Page) => formIn(page).values['SAMLResponse'] ?? '';
  async function enter(browser: Browser) {
    const { flow, sign_in } = await scene.begin(made);
    const page = await signInThere(browser, sign_in);
    expect(formIn(page).action).toBe(made.own.acs_url);
    return {
      answer: answerOf(page),
      flow,
      ...(await scene.follow(await scene.post(made, answerOf(page)), flow)),
    };
  }

  // SSO18
  test('its metadata say who it is, and that it takes signed requests alone', async () => {
    const { settings } = (await scene.send('GET', made.at, scene.ours.admin.cookie)).json<SignOn>();
    expect(settings).toMatchObject({
      kind: 'saml',
      entity_id: provider.entity_id,
      sign_in_url: `${provider.url}/saml2/idp/SSOService.php`,
      logout_url: `${provider.url}/saml2/idp/SingleLogoutService.php`,
      wants_signed: true,
    });
  });

  // SSO18
  test('who signs in at its form comes in with name and role, and its next answer is for the same person', async () => {
    const browser = openBrowser(provider.host);
    const wrong = await signInThere(browser, (await scene.begin(made)).sign_in, 'otra');
    expect('password' in formIn(wrong).values).toBe(true);
    const first = await enter(browser);
    expect(first.to).toBe('/admin/profile');
    const person = {
      email: `ana@${made.domain}`,
      first_name: 'Ana',
      last_name: 'Gil & Ñúñez',
      role: 'admin',
    };
    expect((await scene.who(first.cookie))?.profile).toMatchObject(person);
    const again = await enter(browser);
    expect([again.to, (await scene.who(again.cookie))?.profile]).toEqual([
      '/admin/profile',
      expect.objectContaining(person),
    ]);
    expect(await scene.post(made, first.answer)).toContain('problem=replayed');
    const identities = await scene.query('select issuer from sso_identities where connection_id = $1', [
      made.id,
    ]);
    expect(identities).toEqual([{ issuer: provider.entity_id }]);
  });

  // SSO13
  test('what it has signed counts as it has signed it alone', async () => {
    const { flow, sign_in } = await scene.begin(made);
    const page = await signInThere(openBrowser(provider.host), sign_in);
    const xml = Buffer.from(answerOf(page), 'base64').toString();
    const changed = Buffer.from(xml.replace('>Jefes<', '>Otros<')).toString('base64');
    expect(await scene.post(made, changed)).toContain('problem=signature');
    // It signs the response too, which counts no more than that.
    const bare = xml.replace(/(<saml:Assertion.*?)<ds:Signature.*?<\/ds:Signature>/s, '$1');
    expect(await scene.post(made, Buffer.from(bare).toString('base64'))).toContain('problem=unsigned');
    expect((await scene.follow(await scene.post(made, answerOf(page)), flow)).to).toBe('/admin/profile');
  });

  // SSO17
  test('it takes our requests by the certificate in our metadata, and neither unsigned nor changed ones', async () => {
    const { sign_in } = await scene.begin(made);
    const visit = (address: string) => openBrowser(provider.host).visit(address);
    expect('password' in formIn(await visit(sign_in)).values).toBe(true);
    expect((await visit(unsigned(sign_in))).text).toContain(NO_SIGNATURE);
    const other = await scene.begin(made);
    const [signature = ''] = /&Signature=.*/.exec(other.sign_in) ?? [];
    const swapped = await visit(sign_in.replace(/&Signature=.*/, signature));
    expect(['password' in formIn(swapped).values, swapped.text.includes('Unhandled exception')]).toEqual([
      false,
      true,
    ]);
  });

  // SSO15
  test('who signs out there is signed out here, and it takes our answer', async () => {
    const browser = openBrowser(provider.host);
    const { cookie } = await enter(browser);
    const elsewhere = await enter(openBrowser(provider.host));
    const back = `${provider.url}/index.php`;
    const leave = `${provider.url}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(back)}`;
    const order = await browser.visit(leave);
    expect(order.url.startsWith(`${made.own.logout_url}?SAMLRequest=`)).toBe(true);
    const { pathname, search } = new URL(order.url);
    const answer = String((await scene.send('GET', `${pathname}${search}`)).headers.location);
    expect([await scene.who(cookie, scene.second), (await scene.who(elsewhere.cookie)) !== null]).toEqual([
      null,
      true,
    ]);
    expect((await openBrowser(provider.host).visit(unsigned(answer))).text).toContain(NO_SIGNATURE);
    const done = await browser.visit(answer);
    expect([done.status, done.url.startsWith(provider.url)]).toEqual([200, true]);
    // There too they are signed out.
    const later = await browser.visit((await scene.begin(made)).sign_in);
    expect('password' in formIn(later).values).toBe(true);
  });
});
