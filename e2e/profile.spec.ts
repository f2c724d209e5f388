import type { Browser, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { hold } from './harness/hold.ts';
import { becomeMember } from './harness/members.ts';
import { unique } from './harness/people.ts';
import { pictureFile } from './harness/pictures.ts';
import { expect, PASSWORD_OF_MEMBERS as PASSWORD, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const summary = (page: Page) => page.locator('section[aria-label="Resumen"]');
const picture = (page: Page) => page.getByRole('group', { name: 'Imagen de perfil' });

/** Another device: signed in through the form. */
async function otherDevice(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await page.waitForURL(/\/admin(?!\/login)/);
  return page;
}

/** A file that a person drags in or pastes: made in the page itself. */
const transferOf = (page: Page, file: Awaited<ReturnType<typeof pictureFile>>) =>
  page.evaluateHandle(
    ({ base64, name, type }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      return data;
    },
    { base64: file.buffer.toString('base64'), name: file.name, type: file.mimeType },
  );

/** What the server hands out under the address of the picture that is shown: the colour at the left and at the right. */
function coloursOf(page: Page): Promise<string[]> {
  return picture(page)
    .locator('img')
    .evaluate(async (shown: HTMLImageElement) => {
      const served = await createImageBitmap(await (await fetch(shown.src, { cache: 'reload' })).blob());
      const context = new OffscreenCanvas(served.width, served.height).getContext('2d')!;
      context.drawImage(served, 0, 0);
      return [0.05, 0.95].map((share) => {
        const [red = 0, , blue = 0] = context.getImageData(
          served.width * share,
          served.height / 2,
          1,
          1,
        ).data;
        return red > blue ? 'red' : 'blue';
      });
    });
}

test('names: shown, required, saved; the e-mail stays; leaving with changes asks first', async ({
  page,
  mails,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile');
  await expect(summary(page)).toContainText(`Zoé ${person.last_name}`);
  await expect(summary(page)).toContainText(
    /Usuario.*Activo.*Demo Iberia.*Miembro desde\d{1,2} \w{3,4} \d{4}/s,
  );
  const form = card(page, 'Información personal');
  await expect(form.getByLabel('Email')).toHaveValue(person.email);
  await expect(form.getByLabel('Email')).not.toBeEditable();
  await expect(form.getByText('El email no se puede cambiar después de crear la cuenta.')).toBeVisible();
  await form.getByLabel('Nombre').fill('  ');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form.getByText('Nombre y apellido son requeridos')).toBeVisible();
  await form.getByLabel('Nombre').fill('Inés');
  await page.getByRole('link', { name: 'Inicio' }).click();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await page.getByRole('tab', { name: 'Seguridad' }).click();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page).toHaveURL(/\/admin\/profile$/);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(page, 'Perfil actualizado exitosamente')).toBeVisible();
  await expect(summary(page)).toContainText(`Inés ${person.last_name}`);
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  // What was typed in another section is asked about too, and given up where one says so.
  await page.goto('/admin/profile?tab=security');
  await card(page, 'Cambiar contraseña').getByLabel('Contraseña actual').fill('algo');
  await page.getByRole('tab', { name: 'Sesiones' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL(/\?tab=sessions$/);
  await page.goBack();
  await expect(card(page, 'Cambiar contraseña').getByLabel('Contraseña actual')).toHaveValue('');
});

test('what is typed while a form is being saved stays, and is still to be saved', async ({ page, mails }) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const form = card(page, 'Información personal');
  await form.getByLabel('Nombre').fill('Inés');
  const { asked, letGo } = await hold(page, 'PATCH', '**/api/profile');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await asked;
  await form.getByLabel('Apellido').fill('Ruiz');
  letGo();
  await expect(summary(page)).toContainText(`Inés ${person.last_name}`);
  await expect(form.getByLabel('Apellido')).toHaveValue('Ruiz');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(summary(page)).toContainText('Inés Ruiz');
  await expect(form.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
});

test('names that were saved elsewhere meanwhile stand beside what was typed, and one chooses', async ({
  page,
  mails,
  browser,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const form = card(page, 'Información personal');
  await form.getByLabel('Nombre').fill('Inés');
  const other = await otherDevice(browser, person.email);
  await other.goto('/admin/profile');
  const theirs = card(other, 'Información personal');
  await theirs.getByLabel('Apellido').fill('Soler');
  await theirs.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(summary(other)).toContainText('Soler');
  await other.context().close();

  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form.getByText('Otra persona ha guardado cambios mientras editabas')).toBeVisible();
  await expect(form.getByRole('row', { name: /Apellido/ })).toContainText('Soler');
  await expect(form.getByLabel('Nombre')).toHaveValue('Inés');
  await expect(form.getByRole('button', { name: 'Guardar cambios' })).toBeDisabled();
  await form.getByRole('button', { name: 'Mantener lo mío' }).click();
  await form.getByLabel('Apellido').fill('Soler');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(summary(page)).toContainText('Inés Soler');
});

test('the picture: refused, cut with the keyboard, shown everywhere, pasted, and taken away by an admin', async ({
  page,
  mails,
  openAs,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const image = picture(page).locator('img');
  await expect(image).toHaveAttribute('src', /^\/avatar\//);
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    picture(page).locator('input[type=file]').setInputFiles(file);
  await choose({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') });
  await expect(toast(page, 'Por favor selecciona un archivo de imagen')).toBeVisible();
  await choose({ name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(toast(page, 'El archivo debe ser menor a 5MB')).toBeVisible();

  await choose(await pictureFile(page));
  const dialog = page.getByRole('dialog', { name: 'Encuadrar la imagen' });
  await dialog.getByLabel('Posición horizontal').focus();
  await page.keyboard.press('End');
  await expect(dialog.getByLabel('Posición horizontal')).toHaveValue('100');
  await dialog.getByRole('button', { name: 'Guardar imagen' }).click();
  await expect(toast(page, 'Avatar actualizado exitosamente')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(image).toHaveAttribute('src', new RegExp(`^/avatars/${person.id}/[0-9a-f]{32}/512\\.webp$`));
  await expect(page.getByRole('button', { name: 'Menú de usuario' }).locator('img')).toHaveAttribute(
    'src',
    /\/80\.webp$/,
  );
  expect(await coloursOf(page)).toEqual(['blue', 'blue']);

  const paste = async () => {
    const clipboardData = await transferOf(page, await pictureFile(page));
    await page.evaluate(
      (data) =>
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
      clipboardData,
    );
  };
  const uploaded = (await image.getAttribute('src'))!;
  await paste();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(image).toHaveAttribute('src', uploaded);
  await paste();
  await dialog.getByRole('button', { name: 'Guardar imagen' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(image).not.toHaveAttribute('src', uploaded);
  await expect(image).toHaveAttribute('src', new RegExp(`^/avatars/${person.id}/[0-9a-f]{32}/512\\.webp$`));
  expect(await coloursOf(page)).toEqual(['red', 'blue']);
  expect((await page.request.get(uploaded)).status()).toBe(404);
  await page.getByRole('button', { name: 'Quitar imagen' }).click();
  await expect(image).toHaveAttribute('src', /^\/avatar\//);
  await toast(page, 'Avatar eliminado').getByRole('button', { name: 'Deshacer' }).click();
  await expect(image).toHaveAttribute('src', new RegExp(`^/avatars/${person.id}/[0-9a-f]{32}/512\\.webp$`));
  expect(await coloursOf(page)).toEqual(['red', 'blue']);

  const admin = await openAs('admin');
  await admin.goto(`/admin/users?search=${person.last_name}`);
  await admin.getByRole('button', { name: /^Más acciones para / }).click();
  await admin.getByRole('menuitem', { name: 'Quitar imagen' }).click();
  await expect(toast(admin, 'Avatar eliminado')).toBeVisible();
  await page.reload();
  await expect(image).toHaveAttribute('src', /^\/avatar\//);
});

test('a picture is dropped, its way shown and broken off; a stored one that fails gives way to the automatic one', async ({
  page,
  mails,
}) => {
  await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const drop = async () => {
    const dataTransfer = await transferOf(page, await pictureFile(page));
    await picture(page).dispatchEvent('drop', { dataTransfer });
  };
  // The server hears of the picture once it may.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/profile/avatar', async (route) => {
    await held.promise;
    // The first one is broken off before that.
    await route.continue().catch(() => undefined);
  });
  const dialog = page.getByRole('dialog', { name: 'Encuadrar la imagen' });
  await drop();
  await dialog.getByRole('button', { name: 'Guardar imagen' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Subiendo imagen' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(picture(page).getByRole('button', { name: 'Quitar imagen' })).toHaveCount(0);
  held.resolve();

  await drop();
  await dialog.getByRole('button', { name: 'Guardar imagen' }).click();
  await expect(toast(page, 'Avatar actualizado exitosamente')).toBeVisible();
  const image = picture(page).locator('img');
  await expect(image).toHaveAttribute('src', /^\/avatars\//);
  expect(await coloursOf(page)).toEqual(['red', 'blue']);
  await page.route('**/avatars/**', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(image).toHaveAttribute('src', /^\/avatar\//);
  await expect(picture(page).getByRole('button', { name: 'Quitar imagen' })).toHaveCount(1);
});

test('a picture that is given up before it was drawn is not sent', async ({ page, mails }) => {
  await becomeMember(page, mails);
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...parts) {
      window.addEventListener('draw', () => toBlob.apply(this, parts));
    };
  });
  await page.goto('/admin/profile');
  await picture(page)
    .locator('input[type=file]')
    .setInputFiles(await pictureFile(page));
  const dialog = page.getByRole('dialog', { name: 'Encuadrar la imagen' });
  await dialog.getByRole('button', { name: 'Guardar imagen' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('draw'));
    // The picture is encoded by then: this one is asked for after it.
    await new Promise((resolve) => {
      HTMLCanvasElement.prototype.toBlob.call(document.createElement('canvas'), resolve);
      window.dispatchEvent(new Event('draw'));
    });
  });
  await page.getByRole('tab', { name: 'Sesiones' }).click();
  await expect(page.getByText('Esta sesión')).toBeVisible();
  expect(sent.filter((url) => url.endsWith('/api/profile/avatar'))).toEqual([]);
});

test('the own picture is taken away, and the automatic one is back', async ({ page, mails }) => {
  await becomeMember(page, mails);
  await page.goto('/admin/profile');
  await picture(page)
    .locator('input[type=file]')
    .setInputFiles(await pictureFile(page));
  await page.getByRole('button', { name: 'Guardar imagen' }).click();
  await expect(toast(page, 'Avatar actualizado exitosamente')).toBeVisible();
  await picture(page).getByRole('button', { name: 'Quitar imagen' }).click();
  await expect(toast(page, 'Avatar eliminado')).toBeVisible();
  await expect(picture(page).locator('img')).toHaveAttribute('src', /^\/avatar\//);
  await expect(picture(page).getByRole('button', { name: 'Quitar imagen' })).toHaveCount(0);
});

test('the password: checked, changed with the current one, and every other session ends', async ({
  page,
  mails,
  browser,
}) => {
  const person = await becomeMember(page, mails);
  const other = await otherDevice(browser, person.email);
  await page.goto('/admin/profile?tab=security');
  const form = card(page, 'Cambiar contraseña');
  const fill = async (current: string, password: string, confirmation: string) => {
    await form.getByLabel('Contraseña actual').fill(current);
    await form.getByLabel('Nueva contraseña', { exact: true }).fill(password);
    await form.getByLabel('Confirmar nueva contraseña').fill(confirmation);
    await form.getByRole('button', { name: 'Actualizar contraseña' }).click();
  };
  const meter = form.getByRole('meter', { name: 'Seguridad de la contraseña' });
  await expect(meter).toHaveAttribute('aria-valuenow', '0');
  await fill(PASSWORD, 'corta', 'distinta');
  await expect(meter).toHaveAttribute('aria-valuetext', 'Débil');
  await expect(form.getByText('La nueva contraseña debe tener al menos 8 caracteres')).toBeVisible();
  await expect(form.getByText('Las contraseñas no coinciden')).toBeVisible();
  const changed = `Nueva-${unique()}-1`;
  await fill('No-es-esta-1', changed, changed);
  await expect(form.getByLabel('Contraseña actual')).toHaveAttribute('aria-invalid', 'true');
  await fill(PASSWORD, changed, changed);
  await expect(toast(page, 'Contraseña actualizada exitosamente')).toBeVisible();
  await expect(form.getByLabel('Contraseña actual')).toHaveValue('');
  await other.goto('/admin/profile');
  await expect(other).toHaveURL(/\/admin\/login/);
  await other.context().close();
});

test('the language goes with the person', async ({ page, mails, browser }) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/profile') && reply.ok());
  await page.getByRole('combobox', { name: 'Idioma' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await saved;
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  const other = await otherDevice(browser, person.email);
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await other.context().close();
});

test('of two languages chosen one after the other the last is kept', async ({ page, mails }) => {
  await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push((request.postDataJSON() as { language: string }).language);
  });
  const { asked, letGo } = await hold(page, 'PATCH', '**/api/profile');
  await page.getByRole('combobox', { name: 'Idioma' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await asked;
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible();
  expect(sent).toEqual(['en']);
  letGo();
  await expect.poll(() => sent).toEqual(['en', 'es']);
});

test('the theme goes with the person; sessions are seen and ended, one or all', async ({
  page,
  mails,
  browser,
  openAs,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile');
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/profile') && reply.ok());
  await page.getByRole('combobox', { name: 'Tema' }).click();
  await page.getByRole('option', { name: /^Dark Professional/ }).click();
  await saved;
  const other = await otherDevice(browser, person.email);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'darkProfessional');

  await page.getByRole('tab', { name: 'Sesiones' }).click();
  await expect(page).toHaveURL(/\?tab=sessions$/);
  const sessions = card(page, 'Sesiones activas');
  await expect(sessions.getByText('Esta sesión')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Cerrar la sesión de Chrome en Linux' }).click();
  await expect(sessions.getByRole('button', { name: /^Cerrar la sesión de/ })).toHaveCount(0);
  await other.goto('/admin/profile');
  await expect(other).toHaveURL(/\/admin\/login/);
  await other.context().close();

  const third = await otherDevice(browser, person.email);
  await page.reload();
  await sessions.getByRole('button', { name: 'Cerrar las demás' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar las demás' }).click();
  await expect(toast(page, 'Las demás sesiones se han cerrado')).toBeVisible();
  await third.goto('/admin/profile');
  await expect(third).toHaveURL(/\/admin\/login/);
  await third.context().close();
  await expect(sessions.getByText('Esta sesión')).toHaveCount(1);

  const admin = await openAs('admin');
  await admin.goto(`/admin/users?search=${person.last_name}`);
  await admin.getByRole('button', { name: /^Más acciones para / }).click();
  await admin.getByRole('menuitem', { name: 'Ver sesiones y claves' }).click();
  const dialog = admin.getByRole('dialog', { name: `Sesiones y claves de Zoé ${person.last_name}` });
  await dialog.getByRole('button', { name: 'Cerrar todas' }).click();
  const question = admin.getByRole('alertdialog', { name: /^¿Cerrar todas las sesiones de Zoé/ });
  await expect(question).toContainText('navegadores de confianza');
  await question.getByRole('button', { name: 'Cerrar todas' }).click();
  await expect(dialog.getByText('Ninguna sesión abierta.')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test('somebody without organization has a profile, and is told that they belong to none yet', async ({
  page,
  mails,
}) => {
  const name = unique();
  const email = `sola-${name}@example.test`;
  await ask(page, 'POST', '/api/accounts', {
    first_name: 'Sola',
    last_name: name,
    email,
    password: PASSWORD,
  });
  const token = new URL((await mails.to(email)).link).searchParams.get('token');
  await ask(page, 'POST', '/api/accounts/verification', { token });
  await page.goto('/admin/profile');
  await expect(page.getByText('Todavía no perteneces a ninguna empresa')).toBeVisible();
  const form = card(page, 'Información personal');
  await form.getByLabel('Apellido').fill('Otra');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(page, 'Perfil actualizado exitosamente')).toBeVisible();
  await expect(summary(page)).toContainText('Sola Otra');
});
