import type { Page } from '@playwright/test';
import type { TestIssuer } from '../server/src/platform/testing/issuer.ts';
import type { SignOn } from '../contract/src/sso.ts';
import { ask, firstOf } from './harness/ask.ts';
import { problemsIn, widthOf } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { ISSUER_ERRORS, test as base } from './harness/outside.ts';
import {
  SECURITY,
  buttonOf,
  dialogOf,
  openTab,
  proveDomain,
  resultOf,
  signInThere,
} from './harness/sign-on.ts';
import { expect, signInAs } from './harness/test.ts';

/** A real OpenID provider and a DNS server of this file, which the server asks. */
const test = base.extend({
  serverEnv: [
    async ({ issuer, dns }, use) => {
      await use({ OUTBOUND_ALLOWED_HOSTS: new URL(issuer.url).host, DNS_SERVERS: dns.address });
    },
    { scope: 'worker' },
  ],
});
test.use({ expectedErrors: [ISSUER_ERRORS] });

type Connection = { id: string; name: string };
const makeConnection = (page: Page, organization = '') =>
  ask<Connection>(page, 'POST', `/api/connections${organization && `?organization_id=${organization}`}`, {
    name: `Keycloak ${unique()}`,
    groups: [],
  });

/** A connection that is set up with the issuer of these tests, to be tested. */
async function makeSignOn(page: Page, issuer: TestIssuer, organization = ''): Promise<Connection> {
  const made = await makeConnection(page, organization);
  const { issuer: url, ...client } = settingsOf(issuer);
  await ask(page, 'PUT', `/api/connections/${made.id}/sign-on`, { version: null, issuer: url, ...client });
  return made;
}

function settingsOf({ env, url }: TestIssuer) {
  const { GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = env('GOOGLE');
  return { issuer: url, client_id: GOOGLE_CLIENT_ID, client_secret: GOOGLE_CLIENT_SECRET };
}

/** Begins a test; the window that opens for it. */
async function beginTest(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await buttonOf(page, name).click();
  return opened;
}

/** Signs in at the issuer in a window, which closes by itself once the page has heard. */
async function signInInWindow(opened: Page, address: string): Promise<void> {
  const closed = opened.waitForEvent('close');
  await signInThere(opened, address);
  await closed;
}

async function switchOff(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog');
  await buttonOf(page, 'Desactivar').click();
  await question.getByRole('button', { name: 'Desactivar' }).click();
  await expect(question).toHaveCount(0);
}

// SSO5
test('an admin sets it up, tests it in a window that shows what is received, switches it on and off', async ({
  page,
  issuer,
  dns,
}) => {
  await signInAs(page, 'admin');
  const { id, name } = await makeConnection(page);
  await page.goto(SECURITY);
  await page.getByRole('button', { name: `Inicio de sesión único de ${name}` }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('Sin configurar')).toBeVisible();
  await expect(dialog.getByLabel('Dirección de redirección', { exact: true })).toHaveValue(
    new URL('/api/sso/callback', page.url()).href,
  );
  await expect(buttonOf(page, 'Activar')).toHaveCount(0);

  const settings = settingsOf(issuer);
  await buttonOf(page, 'Configurar').click();
  const form = dialogOf(page, 'Configurar el inicio de sesión único');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Escribe el secreto de cliente')).toBeVisible();
  await form.getByLabel('Emisor').fill('https://169.254.169.254');
  await form.getByLabel('ID de cliente').fill(settings.client_id);
  await form.getByLabel('Secreto de cliente').fill(settings.client_secret);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Esa dirección no se puede usar')).toBeVisible();
  await expect(form.getByLabel('Emisor')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Emisor').fill(settings.issuer);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Por probar')).toBeVisible();
  await expect(buttonOf(page, 'Activar')).toBeDisabled();

  await openTab(page, 'Prueba');
  const first = await beginTest(page, 'Probar en una ventana');
  await expect(dialog.getByText('La prueba sigue en la otra ventana')).toBeVisible();
  await signInInWindow(first, 'ana@ajena.example');
  await expect(resultOf(page)).toContainText('No podría entrar');
  await expect(resultOf(page)).toContainText('ana@ajena.example no es de un dominio comprobado');
  await openTab(page, 'Configuración');
  await expect(buttonOf(page, 'Activar')).toBeDisabled();

  const email = `ana@${await proveDomain(page, dns)}`;
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await openTab(page, 'Prueba');
  const second = await beginTest(page, 'Probar otra vez');
  await openTab(page, 'Guías');
  await signInInWindow(second, email);
  await openTab(page, 'Prueba');
  await expect(resultOf(page)).toContainText(`Se crearía una cuenta para ${email} y entraría`);
  await expect(resultOf(page)).toContainText('Con el rol Usuario.');
  await expect(
    resultOf(page)
      .locator('dl > div')
      .filter({ hasText: /^email/ })
      .first(),
  ).toContainText(email);
  expect(await problemsIn(page, 'lightMinimal')).toEqual([]);

  await openTab(page, 'Configuración');
  await expect(dialog.getByText('Probado', { exact: true })).toBeVisible();
  await buttonOf(page, 'Activar').click();
  await expect(dialog.getByText('Activado', { exact: true })).toBeVisible();
  const wayIn = () => ask<{ start: string | null }>(page, 'POST', '/api/sso/start', { email });
  expect((await wayIn()).start).not.toBeNull();

  // Others have switched it off and on again since.
  const at = `/api/connections/${id}/sign-on`;
  for (const is_on of [false, true]) {
    const { version } = (await ask<SignOn>(page, 'GET', at)).settings ?? {};
    await ask(page, 'PUT', `${at}/state`, { version, is_on });
  }
  await switchOff(page);
  await expect(page.getByText('Otra persona lo ha cambiado mientras tanto.')).toBeVisible();
  await expect(dialog.getByText('Activado', { exact: true })).toBeVisible();
  await switchOff(page);
  await expect(dialog.getByText('Probado', { exact: true })).toBeVisible();
  expect(await wayIn()).toEqual({ start: null });
});

test('a super_admin sees why a test that is given up at the provider has not come to its end', async ({
  page,
  issuer,
}) => {
  await signInAs(page, 'super_admin');
  const { id: organization } = await firstOf(page, '/api/organizations');
  const { id } = await makeSignOn(page, issuer, organization);
  await page.goto(`${SECURITY}&organization=${organization}&sign_on=${id}`);
  await openTab(page, 'Prueba');
  const opened = await beginTest(page, 'Probar en una ventana');
  const closed = opened.waitForEvent('close');
  await opened.getByRole('link', { name: /cancel/i }).click();
  await closed;
  const problem = dialogOf(page).getByRole('alert');
  await expect(problem).toContainText('La prueba no ha terminado');
  await expect(problem).toContainText('El proveedor no ha confirmado ninguna identidad');
  await expect(resultOf(page)).toHaveCount(0);
});

test('on a phone, where windows are blocked, the page goes to the provider itself and comes back with the result', async ({
  page,
  issuer,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await signInAs(page, 'admin');
  const { id } = await makeSignOn(page, issuer);
  await page.goto(`${SECURITY}&sign_on=${id}`);
  await openTab(page, 'Prueba');
  await buttonOf(page, 'Probar en una ventana').press('Enter');
  await signInThere(page, 'ana@ajena.example');
  await expect(resultOf(page)).toContainText('No podría entrar');
  expect(await widthOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(new URL(page.url()).searchParams.has('tested')).toBe(false);
});

test('what another admin has saved since is shown beside what was typed, and chosen from', async ({
  page,
  issuer,
}) => {
  await signInAs(page, 'admin');
  const { id } = await makeSignOn(page, issuer);
  await page.goto(`${SECURITY}&sign_on=${id}`);
  await buttonOf(page, 'Cambiar').click();
  const form = dialogOf(page, 'Cambiar el inicio de sesión único');
  await form.getByLabel('ID de cliente').fill('mío');
  const theirs = { version: 1, issuer: issuer.url, client_id: 'suyo', client_secret: null };
  await ask(page, 'PUT', `/api/connections/${id}/sign-on`, theirs);
  await form.getByRole('button', { name: 'Guardar', exact: true }).click();
  const line = form.getByRole('row', { name: /ID de cliente/ });
  await expect(line).toContainText('mío');
  await expect(line).toContainText('suyo');
  await form.getByRole('button', { name: 'Mantener lo mío' }).click();
  await form.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(dialogOf(page).getByText('mío', { exact: true })).toBeVisible();
});

test('a guide has the steps of a provider, with the addresses that it asks for', async ({ page }) => {
  await signInAs(page, 'admin');
  const { id } = await makeConnection(page);
  await page.goto(`${SECURITY}&sign_on=${id}`);
  await openTab(page, 'Guías');
  const steps = dialogOf(page).getByRole('list', { name: 'Pasos en el proveedor' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'URI de redirección' })).toContainText('Web');
  for (const [provider, logout] of [
    ['Okta', 0],
    ['Google Workspace', 0],
    ['Keycloak', 1],
  ] as const) {
    await dialogOf(page).getByRole('combobox', { name: 'Proveedor' }).click();
    await page.getByRole('option', { name: provider }).click();
    await expect(steps.getByLabel('Dirección de redirección', { exact: true })).toHaveValue(
      new URL('/api/sso/callback', page.url()).href,
    );
    await expect(steps.getByLabel('Dirección de cierre de sesión', { exact: true })).toHaveCount(logout);
  }
});
