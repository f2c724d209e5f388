import type { Page } from '@playwright/test';
import { pressEnterIn } from './harness/keys.ts';
import { problemsIn } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { DEMO_PASSWORD, expect, signInAs, test } from './harness/test.ts';

const SECURITY = '/admin/settings?tab=security';
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const itemOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Conexiones de la empresa' })
    .getByRole('listitem')
    .filter({ hasText: name });

async function addConnection(page: Page, name: string, group = ''): Promise<void> {
  await page.getByRole('button', { name: 'Añadir conexión' }).click();
  const dialog = dialogOf(page, 'Añadir conexión');
  await dialog.getByLabel('Nombre').fill(name);
  if (group) {
    await dialog.getByRole('button', { name: 'Añadir grupo' }).click();
    await dialog.getByLabel('Grupo', { exact: true }).fill(group);
  }
  await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
}

/** The token of a new connection, whose provisioning stays open. */
async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Aprovisionamiento de ${name}` }).click();
  await dialogOf(page, 'Aprovisionamiento').getByRole('button', { name: 'Crear token' }).click();
  const asking = dialogOf(page, 'Crear un token');
  await asking.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(asking.getByText('Escribe tu contraseña actual')).toBeVisible();
  await asking.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await asking.getByRole('button', { name: 'Crear', exact: true }).click();
  const made = dialogOf(page, 'Nuevo token');
  const token = await made.getByLabel('Token', { exact: true }).inputValue();
  await made.getByRole('button', { name: 'Lo he guardado' }).click();
  return token;
}

/** A request as the identity provider sends it. */
async function asProvider(page: Page, token: string, path: string, data: object): Promise<number> {
  const answer = await page.request.post(`/scim/v2${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    data: JSON.stringify(data),
  });
  return answer.status();
}

test.describe('what is refused', () => {
  // The browser tells it too.
  test.use({ expectedErrors: [/status of 409/] });

  test('a second connection of the same name says so at its field, and so does a group that is there twice', async ({
    page,
  }) => {
    const name = `Entra ${unique()}`;
    await signInAs(page, 'admin');
    await page.goto(SECURITY);
    await addConnection(page, name);
    await expect(itemOf(page, name)).toContainText('Rol por defecto: Usuario');
    await addConnection(page, name);
    const dialog = dialogOf(page, 'Añadir conexión');
    await expect(dialog.getByLabel('Nombre')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText('Ya hay una conexión con ese nombre.')).toBeVisible();
    await dialog.getByLabel('Nombre').fill(`${name} dos`);
    for (const at of [0, 1]) {
      await dialog.getByRole('button', { name: 'Añadir grupo' }).click();
      await dialog.getByLabel('Grupo', { exact: true }).nth(at).fill('Jefatura');
    }
    await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
    await expect(dialog.getByText('Este grupo ya está en la lista')).toBeVisible();
    await dialog.getByRole('button', { name: 'Quitar el grupo 2' }).click();
    await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
    await expect(itemOf(page, `${name} dos`)).toContainText('1 grupo con rol');
  });
});

// SCIM2, SCIM9
test('a provider gets a token, adds a person, and its log and the comparison tell of it', async ({
  page,
}) => {
  const name = `Okta ${unique()}`;
  const email = `${unique().toLowerCase()}@cliente.test`;
  await signInAs(page, 'admin');
  await page.goto(SECURITY);
  await addConnection(page, name, 'Jefatura');
  const token = await makeToken(page, name);
  expect(token).toMatch(/^scim_[\w-]{43}$/);
  const dialog = dialogOf(page, 'Aprovisionamiento');
  const tokens = dialog.getByRole('list', { name: 'Tokens de la conexión' });
  await expect(tokens.getByRole('listitem')).toContainText('Sin usar');
  await expect(dialog.getByLabel('URL base', { exact: true })).toHaveValue(/\/scim\/v2$/);

  const person = { userName: email, name: { givenName: 'Ana', familyName: 'Ruiz' }, password: 'secreto' };
  expect(await asProvider(page, token, '/Users', person)).toBe(201);
  expect(await asProvider(page, token, '/Users', person)).toBe(409);
  await dialog.getByRole('tab', { name: 'Registro' }).click();
  const requests = dialog.getByRole('list', { name: 'Peticiones del proveedor' }).locator('> li');
  await expect(requests).toHaveCount(2);
  await expect(requests.first()).toContainText('409');
  await expect(requests.last()).toContainText(`Alta de ${email}`);
  await requests.last().getByText('Petición y respuesta').click();
  await expect(requests.last()).toContainText('familyName');
  await expect(requests.last()).not.toContainText('secreto');

  await dialog.getByRole('tab', { name: 'Comparar' }).click();
  await dialog.getByRole('button', { name: 'Comparar' }).click();
  await expect(dialog.getByText(/^1 persona comparada: \d+ diferencias?\./)).toBeVisible();
  const differences = dialog.getByRole('list', { name: 'Diferencias con el proveedor' });
  await expect(differences.getByText('El proveedor no ha comunicado a esta persona').first()).toBeVisible();
  await expect(differences.getByRole('listitem').filter({ hasText: 'Ana Ruiz' })).toHaveCount(0);
  expect(await problemsIn(page, 'lightMinimal')).toEqual([]);

  await dialog.getByRole('tab', { name: 'Acceso' }).click();
  await dialog.getByRole('button', { name: /^Revocar el token / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(dialog.getByText('Sin tokens: el proveedor todavía no puede conectarse.')).toBeVisible();
  expect(await asProvider(page, token, '/Users', person)).toBe(401);
});

test('on a phone, by keyboard: a connection is added, its address opens it again, and it is removed', async ({
  page,
}) => {
  const name = `Proveedor de identidad de nombre muy largo ${unique()}`;
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAs(page, 'admin');
  await page.goto(SECURITY);
  await page.getByRole('button', { name: 'Añadir conexión' }).press('Enter');
  await dialogOf(page, 'Añadir conexión').getByLabel('Nombre').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Aprovisionamiento de ${name}` }).press('Enter');
  const dialog = dialogOf(page, 'Aprovisionamiento');
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog.getByLabel('URL base', { exact: true })).toBeVisible();
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(tooWide).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: `Eliminar la conexión ${name}` }).press('Enter');
  await pressEnterIn(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }));
  await expect(itemOf(page, name)).toHaveCount(0);
});

test('a person without the right has no connections', async ({ page }) => {
  await signInAs(page, 'user');
  const answer = await page.request.get('/api/connections');
  expect(answer.status()).toBe(403);
});
