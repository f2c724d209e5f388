import type { Page } from '@playwright/test';
import { becomeMember } from './harness/members.ts';
import { unique } from './harness/people.ts';
import { pictureFile } from './harness/pictures.ts';
import { closeToasts } from './harness/toasts.ts';
import { expect, PASSWORD_OF_MEMBERS as PASSWORD, test } from './harness/test.ts';

test.use({ expectedErrors: [/(status of 500|net::ERR_CONNECTION_RESET) .*\/api\/profile/] });

const toast = (page: Page, text: string) =>
  page.getByRole('dialog').filter({ has: page.getByText(text, { exact: true }) });
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const picture = (page: Page) => page.getByRole('group', { name: 'Imagen de perfil' });

type Failure = { status: number; code?: string } | 'broken off';
const REFUSED: Failure = { status: 429, code: 'request.rate_limited' };
const FAILED: Failure = { status: 500, code: 'server.failed' };
/** Nothing of ours says so: a server that dies, or a proxy. */
const BARE: Failure = { status: 500 };

/** From now on these requests, and none before them, end like this: at the edge of the browser. */
async function failing(page: Page, method: string, path: string, failure: Failure): Promise<void> {
  await page.route(`**${path}`, (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (failure === 'broken off') return route.abort('connectionreset');
    const { status, code } = failure;
    return route.fulfill({ status, json: code ? { code, request_id: 'prueba' } : {} });
  });
}

// What is typed is never lost by a failure.
test('a name and a password that are not saved: the words for it, and what was typed stays', async ({
  page,
  mails,
}) => {
  await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const name = card(page, 'Información personal');
  await name.getByLabel('Nombre').fill('Inés');
  for (const [failure, text] of [
    [REFUSED, 'Error al actualizar perfil'],
    [FAILED, 'Error inesperado al actualizar perfil'],
    [BARE, 'Error inesperado al actualizar perfil'],
  ] as const) {
    await failing(page, 'PATCH', '/api/profile', failure);
    await name.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(toast(page, text)).toBeVisible();
    await closeToasts(page);
    await expect(name.getByLabel('Nombre')).toHaveValue('Inés');
  }
  await name.getByRole('button', { name: 'Descartar' }).click();

  // A language holds here at once: that it is not kept is told in it, or in the one before while its texts come.
  const failed = page
    .getByRole('dialog')
    .filter({ hasText: /^(Error inesperado del servidor|Something went wrong on our end)/ });
  for (const [label, language] of [
    ['Idioma', 'English'],
    ['Language', 'Español'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: language }).click();
    await expect(failed).toBeVisible();
    await failed.getByRole('button').click();
    await expect(failed).toHaveCount(0);
  }

  await page.getByRole('tab', { name: 'Seguridad' }).click();
  const password = card(page, 'Cambiar contraseña');
  const changed = `Nueva-${unique()}-1`;
  await password.getByLabel('Contraseña actual').fill(PASSWORD);
  await password.getByLabel('Nueva contraseña', { exact: true }).fill(changed);
  await password.getByLabel('Confirmar nueva contraseña').fill(changed);
  for (const [failure, text] of [
    [REFUSED, 'Error al actualizar contraseña'],
    [FAILED, 'Error inesperado al actualizar contraseña'],
    [BARE, 'Error inesperado al actualizar contraseña'],
  ] as const) {
    await failing(page, 'PUT', '/api/profile/password', failure);
    await password.getByRole('button', { name: 'Actualizar contraseña' }).click();
    await expect(toast(page, text)).toBeVisible();
    await closeToasts(page);
    await expect(password.getByLabel('Nueva contraseña', { exact: true })).toHaveValue(changed);
  }
});

test('a picture that is not taken, or not taken away: the words for it, and it stays as it was', async ({
  page,
  mails,
}) => {
  await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const dialog = page.getByRole('dialog', { name: 'Encuadrar la imagen' });
  const save = dialog.getByRole('button', { name: 'Guardar imagen' });
  await picture(page)
    .locator('input[type=file]')
    .setInputFiles(await pictureFile(page));
  await save.click();
  await expect(toast(page, 'Avatar actualizado exitosamente')).toBeVisible();
  const image = picture(page).locator('img');
  await expect(image).toHaveAttribute('src', /^\/avatars\//);
  const before = (await image.getAttribute('src'))!;

  for (const failure of [FAILED, BARE]) {
    await failing(page, 'DELETE', '/api/profile/avatar', failure);
    await picture(page).getByRole('button', { name: 'Quitar imagen' }).click();
    await expect(toast(page, 'Error al eliminar avatar')).toBeVisible();
    await closeToasts(page);
    await expect(image).toHaveAttribute('src', before);
  }

  await picture(page)
    .locator('input[type=file]')
    .setInputFiles(await pictureFile(page));
  for (const [failure, text] of [
    ['broken off', 'Error al subir la imagen'],
    [REFUSED, 'Error al actualizar avatar'],
    [FAILED, 'Error inesperado al actualizar avatar'],
    [BARE, 'Error inesperado al actualizar avatar'],
    [{ status: 401, code: 'session.required' }, 'Usuario no autenticado'],
  ] as const) {
    await failing(page, 'POST', '/api/profile/avatar', failure);
    await save.click();
    await expect(toast(page, text)).toBeVisible();
    await closeToasts(page);
  }
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(image).toHaveAttribute('src', before);
});
