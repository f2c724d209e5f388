import type { Page } from '@playwright/test';
import type { SignOn } from '../contract/src/sso.ts';
import {
  type SamlProviderServer,
  startSamlProvider,
} from '../server/src/features/sso/saml/testing/provider-server.ts';
import { ask } from './harness/ask.ts';
import { problemsIn, widthOf } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { ISSUER_ERRORS, test as base } from './harness/outside.ts';
import { SECURITY, buttonOf, dialogOf, openTab, proveDomain, resultOf } from './harness/sign-on.ts';
import { expect, signInAs } from './harness/test.ts';

/** A SAML provider and a DNS server of this file, which the server asks. */
const test = base.extend<object, { provider: SamlProviderServer }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const provider = await startSamlProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ provider, dns }, use) => {
      await use({ OUTBOUND_ALLOWED_HOSTS: provider.host, DNS_SERVERS: dns.address });
    },
    { scope: 'worker' },
  ],
});
test.use({ expectedErrors: [ISSUER_ERRORS] });

const formOf = (page: Page) => page.getByRole('dialog', { name: /el inicio de sesión único$/ });
type Connection = { id: string; name: string };
const makeConnection = (page: Page) =>
  ask<Connection>(page, 'POST', '/api/connections', { name: `ADFS ${unique()}`, groups: [] });
/** A connection that is set up by the address of metadata, to be tested. */
async function makeSaml(page: Page, provider: SamlProviderServer): Promise<Connection> {
  const made = await makeConnection(page);
  await ask(page, 'PUT', `/api/connections/${made.id}/sign-on`, {
    kind: 'saml',
    version: null,
    allows_unasked: false,
    provider: { from: 'url', metadata_url: provider.metadata_url },
  });
  return made;
}

async function choose(page: Page, label: string, option: string, within = page.getByRole('dialog').last()) {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Fills in the form of the provider. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// SSO11
test('an admin sets it up by a file, tests it, switches it on; a person signs in, and the provider signs them out', async ({
  page,
  browser,
  baseURL,
  provider,
  dns,
}) => {
  await signInAs(page, 'admin');
  const { name } = await makeConnection(page);
  const email = `ana@${await proveDomain(page, dns)}`;
  await page.goto(SECURITY);
  await page.getByRole('button', { name: `Inicio de sesión único de ${name}` }).click();
  const dialog = dialogOf(page);
  await choose(page, 'Protocolo', 'SAML 2.0');
  const entity = dialog.getByLabel('ID de entidad', { exact: true });
  await expect(entity).toHaveValue(/\/api\/sso\/[\da-f-]+\/saml$/);
  const own = {
    entity_id: await entity.inputValue(),
    acs_url: await dialog.getByLabel('URL de respuesta (ACS)', { exact: true }).inputValue(),
    logout_url: await dialog.getByLabel('URL de cierre de sesión único', { exact: true }).inputValue(),
  };
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Descargar nuestros metadatos' }).click();
  expect((await download).suggestedFilename()).toBe('atalaya-saml.xml');
  const certificate = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Descargar nuestro certificado' }).click();
  expect((await certificate).suggestedFilename()).toBe('atalaya-saml.pem');

  await buttonOf(page, 'Configurar').click();
  const form = formOf(page);
  await choose(page, 'Datos del proveedor', 'Con el archivo');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Elige el archivo de metadatos')).toBeVisible();
  const file = (text: string) => ({
    name: 'idp.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(text),
  });
  await form.getByLabel('Archivo de metadatos').last().setInputFiles(file('<!DOCTYPE a><a/>'));
  await expect(form.getByText('Elegido: idp.xml')).toBeVisible();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('lleva una declaración o un comentario que no se admite')).toBeVisible();
  await form.getByLabel('Archivo de metadatos').last().setInputFiles(file(provider.metadata()));
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Por probar')).toBeVisible();
  await expect(dialog.getByText(`${provider.url}/sign-in?tenant=1`)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Certificados' })).toContainText('Expira el');
  await expect(buttonOf(page, 'Activar')).toBeDisabled();

  await openTab(page, 'Prueba');
  const opened = page.waitForEvent('popup');
  await buttonOf(page, 'Probar en una ventana').click();
  const there = await opened;
  const closed = there.waitForEvent('close');
  await signInThere(there, email);
  await closed;
  await expect(resultOf(page)).toContainText(`Se crearía una cuenta para ${email} y entraría`);
  await expect(resultOf(page).locator('dl > div').filter({ hasText: 'NameID' })).toContainText(email);
  expect(await problemsIn(page, 'lightMinimal')).toEqual([]);
  await openTab(page, 'Configuración');
  await buttonOf(page, 'Activar').click();
  await expect(dialog.getByText('Activado', { exact: true })).toBeVisible();

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const person = await context.newPage();
  await person.goto('/admin/login');
  const { start } = await ask<{ start: string }>(page, 'POST', '/api/sso/start', { email });
  await person.goto(start);
  await signInThere(person, email);
  await person.waitForURL(/\/admin/);
  const session = () => person.evaluate(async () => (await fetch('/api/session')).json());
  expect(await session()).toMatchObject({ session: { profile: { email } } });
  // As the provider has a browser do it that signs out there.
  const order = provider.logout(own, { name_id: email });
  await person.goto(`${new URL(own.logout_url).pathname}?${order}`);
  await expect(person.getByText('Signed out everywhere')).toBeVisible();
  await person.goto('/admin/login');
  expect(await session()).toMatchObject({ session: null });
  await context.close();
});

// SSO13
test('a test says what is wrong with an answer, also in English', async ({ page, provider }) => {
  await signInAs(page, 'admin');
  const { id } = await makeSaml(page, provider);
  await page.goto(`${SECURITY}&sign_on=${id}`);
  await openTab(page, 'Prueba');
  const opened = page.waitForEvent('popup');
  await buttonOf(page, 'Probar en una ventana').click();
  const there = await opened;
  provider.wrong = { audience: 'https://another.example' };
  const closed = there.waitForEvent('close');
  await signInThere(there, 'ana@ajena.example');
  await closed;
  provider.wrong = {};
  const problem = dialogOf(page).getByRole('alert');
  await expect(problem).toContainText('La prueba no ha terminado');
  await expect(problem).toContainText('Pon nuestro ID de entidad como audiencia');
  // On this device alone: the admin is shared with other tests.
  await page.evaluate(() => localStorage.setItem('atalaya-language', 'en'));
  await page.goto(`${SECURITY}&tested=${id}&sso_error=sso.failed&sso_problem=unsigned`);
  await expect(dialogOf(page, 'Single sign-on').getByRole('alert')).toContainText(
    'The assertion isn’t signed.',
  );
});

// SSO11
test('by hand on a phone: what is refused is said at its field, and what another admin saved beside it', async ({
  page,
  provider,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'admin');
  const { id } = await makeSaml(page, provider);
  await page.goto(`${SECURITY}&sign_on=${id}`);
  await expect(dialogOf(page).getByText(provider.metadata_url, { exact: true }).first()).toBeVisible();
  expect(await widthOf(page)).toEqual([]);
  await buttonOf(page, 'Cambiar').press('Enter');
  const form = formOf(page);
  await choose(page, 'Datos del proveedor', 'A mano');
  // What is known is there already.
  await expect(form.getByLabel('ID de entidad del proveedor')).toHaveValue(`${provider.url}/metadata`);
  await expect(form.getByLabel('Certificados de firma')).toHaveValue(/BEGIN CERTIFICATE/);
  await form.getByLabel('Certificados de firma').fill('no es ninguno');
  await form.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(form.getByText('El certificado no se puede usar')).toBeVisible();
  await expect(form.getByLabel('Certificados de firma')).toBeFocused();
  await form.getByLabel('Certificados de firma').fill(provider.signer.certificate);
  await form.getByLabel('URL de inicio de sesión').fill('http://idp.example/sso');
  await form.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(form.getByText('La dirección tiene que empezar por https://.')).toBeVisible();
  await form.getByLabel('URL de inicio de sesión').fill('https://idp.example/sso');
  await form.getByLabel('Firmar nuestras peticiones').press('Space');
  await form.getByLabel('Permitir que el inicio de sesión empiece en el proveedor').press('Space');
  const told = { from: 'url', metadata_url: provider.metadata_url };
  const theirs = { kind: 'saml', version: 1, allows_unasked: false, provider: told };
  await ask(page, 'PUT', `/api/connections/${id}/sign-on`, theirs);
  await form.getByRole('button', { name: 'Guardar' }).press('Enter');
  const line = form.getByRole('row', { name: /Empezar en el proveedor/ });
  await expect(line).toContainText('Permitido');
  await expect(line).toContainText('No permitido');
  const signed = form.getByRole('row', { name: /Peticiones firmadas/ });
  await expect(signed).toContainText('El proveedor las exige');
  await expect(signed).toContainText('El proveedor no las exige');
  expect(await widthOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Mantener lo mío' }).click();
  await form.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(dialogOf(page).getByText('https://idp.example/sso')).toBeVisible();
  await expect(dialogOf(page).getByText('Permitido', { exact: true })).toBeVisible();
  await expect(dialogOf(page).getByText('El proveedor las exige', { exact: true })).toBeVisible();
});

// SSO16
test('metadata that cannot be read and certificates that end are said, light and dark', async ({
  page,
  provider,
}) => {
  await signInAs(page, 'admin');
  const { id } = await makeSaml(page, provider);
  const at = `/api/connections/${id}/sign-on`;
  const { settings, ...rest } = await ask<SignOn>(page, 'GET', at);
  if (settings?.kind !== 'saml') throw new Error('it was set up otherwise');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const [known] = settings.certificates;
  const certificates = [
    { ...known!, not_after: inDays(-20), fingerprint: '11:22:33' },
    { ...known!, not_after: inDays(5) },
  ];
  const failing = { since: inDays(-1), problem: 'unreachable' as const };
  const told: SignOn = { ...rest, settings: { ...settings, certificates, failing } };
  await page.route(`**${at}`, (route) => route.fulfill({ json: told }));
  await page.goto(`${SECURITY}&sign_on=${id}`);
  const dialog = dialogOf(page);
  await expect(dialog.getByText('Los metadatos no se pueden leer desde')).toBeVisible();
  await expect(dialog.getByText('El proveedor no responde como se espera.')).toBeVisible();
  await expect(dialog.getByText('El último certificado expira el')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Certificados' })).toContainText('Expiró el');
  for (const mode of ['light', 'dark'] as const)
    expect(await problemsIn(page, 'lightMinimal', { mode })).toEqual([]);
});

test('a guide has the steps of SAML at each provider, with the addresses that it asks for', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const { id } = await makeConnection(page);
  await page.goto(`${SECURITY}&sign_on=${id}`);
  await openTab(page, 'Guías');
  await choose(page, 'Protocolo', 'SAML 2.0');
  const steps = dialogOf(page).getByRole('list', { name: 'Pasos en el proveedor' });
  for (const [provider, logout] of [
    ['Microsoft Entra ID', 0],
    ['Okta', 0],
    ['Google Workspace', 0],
    ['Keycloak', 1],
  ] as const) {
    await choose(page, 'Proveedor', provider);
    await expect(steps.getByLabel('ID de entidad', { exact: true })).toHaveValue(/\/saml$/);
    await expect(steps.getByLabel('URL de respuesta (ACS)', { exact: true })).toHaveValue(/\/saml\/acs$/);
    await expect(steps.getByLabel('URL de cierre de sesión único', { exact: true })).toHaveCount(logout);
  }
});
