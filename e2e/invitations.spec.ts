import type { Locator, Page } from '@playwright/test';
import { ask, firstOf } from './harness/ask.ts';
import { codeAt, setUpApp } from './harness/authenticator-app.ts';
import { failAgain } from './harness/fail-again.ts';
import { hold } from './harness/hold.ts';
import { addUser, changeUser, type MadeUser, unique } from './harness/people.ts';
import { choosePassword, register } from './harness/members.ts';
import { expect, PASSWORD_OF_MEMBERS, signIn, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const itemOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });
const address = () => `invitada-${unique()}@example.test`;

async function invite(page: Page, email: string) {
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(dialog).toHaveCount(0);
}

test('from the button to the first sign-in', async ({ page, browser, mails }) => {
  const email = address();
  await signInAs(page, 'admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  const submit = dialog.getByRole('button', { name: 'Enviar invitación' });
  await expect(submit).toBeDisabled();
  await expect(dialog).toContainText(
    'Quien ya tiene una cuenta inicia sesión para aceptar. Quien pertenece a otra empresa necesita otro email, o que un Super Admin le pase aquí.',
  );
  await dialog.getByLabel('Email').fill('no es un email');
  await dialog.getByLabel('Email').blur();
  await expect(dialog.getByText('Por favor ingresa un email válido')).toBeVisible();
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Email').fill(` ${email.toUpperCase()} `);
  await submit.click();
  await expect(toast(page, 'Invitación enviada')).toContainText(
    `Se ha enviado una invitación a ${email}. El correo puede tardar unos minutos en llegar. Revisa también la carpeta de spam.`,
  );
  await expect(itemOf(page, email)).toContainText('Pendiente');

  const mail = await mails.to(email);
  expect(mail.text).toContain('Demo Iberia');
  expect(mail.text).toContain('Acceso básico al sistema');
  const guest = await (await browser.newContext()).newPage();
  // As a mail client on a small phone shows it.
  await guest.setViewportSize({ width: 320, height: 640 });
  await guest.setContent(mail.html);
  await expect(guest.getByRole('link', { name: 'Aceptar' })).toBeVisible();
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await guest.setViewportSize({ width: 1440, height: 900 });
  await guest.goto(mail.link);
  // A program that opens a link before the person does, such as a mail scanner, uses nothing up.
  for (let opened = 0; opened < 3; opened += 1)
    expect((await guest.request.get(mail.link)).status()).toBe(200);
  await guest.reload();
  await expect(guest.getByText(email)).toBeVisible();
  await expect(guest.getByText('Acceso básico al sistema')).toBeVisible();
  await expect(guest.getByLabel('Contraseña', { exact: true })).toHaveAccessibleDescription(
    /^Al menos 6 caracteres\./,
  );
  await guest.getByRole('button', { name: 'Aceptar Invitación' }).click();
  for (const problem of [
    'El nombre es requerido',
    'El apellido es requerido',
    'La contraseña es requerida',
    'Confirma tu contraseña',
  ])
    await expect(guest.getByText(problem)).toBeVisible();
  await guest.getByLabel('Nombre').fill('Eva');
  await guest.getByLabel('Apellido').fill('Ruiz');
  await guest.getByLabel('Contraseña', { exact: true }).fill('cinco');
  await guest.getByLabel('Confirmar Contraseña').fill('otra');
  await guest.getByLabel('Confirmar Contraseña').blur();
  await expect(guest.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible();
  await expect(guest.getByText('Las contraseñas no coinciden')).toBeVisible();
  await guest.getByLabel('Contraseña', { exact: true }).fill('seis66');
  await expect(guest.getByRole('meter', { name: 'Seguridad de la contraseña' })).toBeVisible();
  await guest.getByLabel('Confirmar Contraseña').fill('seis66');
  await guest.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(guest).toHaveURL(/\/app$/);
  await expect(guest.getByText('Aplicación Principal')).toBeVisible();
  const card = (title: string) =>
    guest.locator('section').filter({ has: guest.getByRole('heading', { level: 2, name: title }) });
  await expect(card('Mi empresa')).toContainText('Demo Iberia');
  await expect(card('Mis tickets').getByRole('link', { name: 'Crear Ticket' })).toBeVisible();
  await guest.context().close();

  await page.reload();
  await expect(itemOf(page, email)).toContainText('Aceptada');
  await expect(itemOf(page, email).getByRole('button')).toHaveCount(0);
  expect((await mails.to('admin@demo.test', { subject: new RegExp(email) })).subject).toContain(
    'Invitación aceptada',
  );
});

test('what was read stays alone where reading it again fails', async ({ page }) => {
  await signInAs(page, 'admin');
  const email = address();
  await page.clock.install();
  await invite(page, email);
  await expect(itemOf(page, email)).toBeVisible();
  await failAgain(page, /\/api\/invitations(\?|$)/);
  await expect(itemOf(page, email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
});

test('a second invitation to the same address is refused at its field', async ({ page }) => {
  const email = address();
  await signInAs(page, 'admin');
  await invite(page, email);
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(dialog.getByText('Ya existe una invitación pendiente para este email')).toBeVisible();
});

test('copying, resending and cancelling; a cancelled link is a dead one', async ({
  page,
  context,
  mails,
}) => {
  const email = address();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, 'admin');
  await invite(page, email);
  const { link } = await mails.to(email);
  await itemOf(page, email).getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(toast(page, 'Enlace copiado')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('/invitation/accept/');
  expect(copied).not.toBe(link);
  // Under the pointer it stays, until another takes its place: on this screen there is one at a time.
  await toast(page, 'Enlace copiado').hover();
  await itemOf(page, email).getByRole('button', { name: 'Reenviar' }).press('Enter');
  await expect(toast(page, 'Invitación reenviada')).toBeVisible();
  await expect(toast(page, 'Enlace copiado')).toHaveCount(0);
  expect((await mails.to(email)).link).toBe(link);
  await itemOf(page, email).getByRole('button', { name: 'Cancelar' }).click();
  // Two buttons of one word would leave open which of them cancels what.
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveText([
    'Conservarla',
    'Cancelar invitación',
  ]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conservarla' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await itemOf(page, email).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar invitación' }).click();
  await expect(toast(page, 'Invitación cancelada')).toContainText('La invitación se canceló correctamente');
  await expect(itemOf(page, email)).toHaveCount(0);
  await toast(page, 'Invitación cancelada').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, 'La invitación vuelve a estar pendiente')).toBeVisible();
  await itemOf(page, email).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar invitación' }).click();
  await expect(itemOf(page, email)).toHaveCount(0);
  await context.clearCookies();
  await page.goto(link);
  await expect(
    page.getByText('Esta invitación no existe, ha expirado o ya ha sido utilizada.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Pedir un enlace nuevo' }).click();
  await expect(
    page.getByText('Si la invitación puede renovarse, hemos avisado a quien te invitó.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Ir al inicio de sesión' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test('a notice stays 4 s, of a copied link 3 s, of a sent invitation 5 s', async ({ page, context }) => {
  const email = address();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const delays: unknown[] = [];
    const { setTimeout: set } = window;
    window.setTimeout = ((...call: Parameters<typeof set>) => {
      delays.push(call[1]);
      return set(...call);
    }) as typeof set;
    Object.assign(window, { delays });
  });
  const delays = () => page.evaluate(() => (window as unknown as { delays: number[] }).delays.splice(0));
  await signInAs(page, 'admin');
  await invite(page, email);
  await expect(toast(page, 'Invitación enviada')).toBeVisible();
  expect(await delays()).toContain(5000);
  await itemOf(page, email).getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(toast(page, 'Enlace copiado')).toBeVisible();
  expect(await delays()).toContain(3000);
  await itemOf(page, email).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar invitación' }).click();
  await expect(toast(page, 'Invitación cancelada')).toBeVisible();
  expect(await delays()).toContain(4000);
});

test('where the clipboard is missing, the link is copied the older way', async ({ page }) => {
  const email = address();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await signInAs(page, 'admin');
  await invite(page, email);
  await itemOf(page, email).getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(toast(page, 'Enlace copiado')).toBeVisible();
});

test('an invitation may be declined', async ({ page, browser, mails }) => {
  const email = address();
  await signInAs(page, 'admin');
  await invite(page, email);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto((await mails.to(email)).link);
  await guest.getByRole('button', { name: 'Rechazar invitación' }).click();
  await guest.getByRole('alertdialog').getByRole('button', { name: 'Rechazar invitación' }).click();
  await expect(toast(guest, 'Has rechazado la invitación.')).toBeVisible();
  await guest.context().close();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Nueva Invitación' })).toBeVisible();
  await expect(itemOf(page, email)).toHaveCount(0);
});

test('a list: typed, dropped or chosen; a result per address before anything is sent, then progress', async ({
  page,
  mails,
}) => {
  const [one, two, dropped, chosen] = [address(), address(), address(), address()];
  await signInAs(page, 'admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Invitar a varios' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar a varios' });
  await dialog
    .getByLabel('Emails', { exact: true })
    .fill(`Email;Nombre\n${one};Ana\n${two}, ${one}\nmal-escrito\nadmin@demo.test`);
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'lista.csv', { type: 'text/csv' }));
    return transfer;
  }, `Email\n${dropped}\n`);
  await dialog.getByText('o suéltalo aquí').dispatchEvent('drop', { dataTransfer: data });
  await expect(dialog.getByLabel('Emails', { exact: true })).toHaveValue(new RegExp(dropped));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'otra.csv', mimeType: 'text/csv', buffer: Buffer.from(`${chosen};Eva\r\n`) });
  await expect(dialog.getByLabel('Emails', { exact: true })).toHaveValue(new RegExp(chosen));
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  const lineOf = (text: string) => dialog.getByRole('listitem').filter({ hasText: text });
  await expect(lineOf('mal-escrito')).toContainText('No es un email válido');
  await expect(lineOf('admin@demo.test')).toContainText('Ya pertenece a la empresa');
  await expect(lineOf(one).last()).toContainText('Repetido');
  await dialog.getByRole('button', { name: 'Enviar 4 invitaciones' }).click();
  await expect(dialog.getByText('4 invitaciones enviadas')).toBeVisible();
  for (const each of [one, two, dropped, chosen]) await mails.to(each);
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(itemOf(page, two)).toContainText('Pendiente');
});

test('of many at once each that fails keeps its reason, and one button sends what is left', async ({
  page,
  openAs,
}) => {
  const [good, taken] = [address(), address()];
  const other = await openAs('admin');
  await signInAs(page, 'admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Invitar a varios' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar a varios' });
  await dialog.getByLabel('Emails', { exact: true }).fill(`${taken}\n${good}`);
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByRole('button', { name: 'Enviar 2 invitaciones' })).toBeVisible();
  // Another person is faster.
  await invite(other, taken);
  await expect(itemOf(other, taken)).toContainText('Pendiente');
  await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click();
  const lineOf = (text: string) => dialog.getByRole('listitem').filter({ hasText: text });
  await expect(lineOf(taken)).toContainText('No enviada');
  await expect(lineOf(taken)).toContainText('Ya existe una invitación pendiente para este email');
  await expect(lineOf(good)).toContainText('Enviada');
  await expect(dialog.getByText('1 invitación no se ha enviado')).toBeVisible();

  await itemOf(other, taken).getByRole('button', { name: 'Cancelar' }).click();
  await other.getByRole('button', { name: 'Cancelar invitación' }).click();
  await expect(toast(other, 'Invitación cancelada')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar la que falta' }).click();
  await expect(dialog.getByText('2 invitaciones enviadas')).toBeVisible();
  await expect(dialog.getByText('no se ha enviado')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(itemOf(page, taken)).toContainText('Pendiente');
});

test('a super_admin chooses the organization, and sees its seats before sending', async ({ page }) => {
  const email = address();
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Empresa', { exact: true }).fill('Atlántica');
  await page.getByRole('option', { name: /Demo Atlántica/ }).click();
  await expect(dialog.getByText(/plaza/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(itemOf(page, email)).toContainText('Demo Atlántica');
});

test('invitations go where they were checked, whatever is chosen while the check is under way', async ({
  page,
}) => {
  const email = address();
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Invitar a varios' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar a varios' });
  await dialog.getByLabel('Emails', { exact: true }).fill(email);
  const choose = async (name: string) => {
    await dialog.getByLabel('Empresa', { exact: true }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
  };
  await choose('Demo Atlántica');
  const { asked, letGo } = await hold(page, 'POST', '**/api/invitations/check');
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await asked;
  await choose('Demo Iberia');
  letGo();
  await dialog.getByRole('button', { name: 'Enviar 1 invitación' }).click();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(itemOf(page, email)).toContainText('Demo Atlántica');
});

test('a list of addresses is not thrown away by Escape before one has said so', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Invitar a varios' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar a varios' });
  const emails = dialog.getByLabel('Emails', { exact: true });
  await emails.fill(address());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(emails).toHaveValue(/@/);
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByRole('button', { name: 'Enviar 1 invitación' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toHaveCount(0);
});

test('who has an account signs in and joins; who belongs elsewhere is told so; who is in already too', async ({
  page,
  openAs,
  mails,
}) => {
  const email = await register(page, mails);
  const admin = await openAs('admin');
  await invite(admin, email);
  await page.goto((await mails.to(email)).link);
  await expect(page.getByText('Ya tienes una cuenta con este email.')).toBeVisible();
  await expect(page.getByLabel('Contraseña')).toHaveCount(0);
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(page.getByText(`Has iniciado sesión como ${email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(toast(page, '¡Bienvenido a Demo Iberia!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await invite(await openAs('otherAdmin'), email);
  const { link } = await mails.to(email, { subject: /^Te han invitado/ });
  await page.goto(link);
  await expect(page.getByText(/^Ya perteneces a .+ un Super Admin puede pasarte allí\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aceptar Invitación' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/invitation\/accept\//);

  // Moved there by a person who may, the invitation has nothing left to give.
  const root = await openAs('super_admin');
  await root.goto('/admin/users?tab=invitations');
  const user = await firstOf<MadeUser>(root, `/api/users?search=${email}`);
  const there = await firstOf(root, '/api/organizations?search=Demo%20Atl');
  await changeUser(root, user, { organization_id: there.id });
  await page.context().clearCookies();
  await signIn(page, email, PASSWORD_OF_MEMBERS);
  await page.goto(link);
  await expect(toast(page, 'Ya perteneces a Demo Atlántica.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

test('who has joined and opens the link once more goes on to the application, told why, and may ask for another', async ({
  page,
  openAs,
  mails,
}) => {
  const email = await register(page, mails);
  const admin = await openAs('admin');
  await invite(admin, email);
  const { link } = await mails.to(email, { subject: /^Te han invitado/ });
  await signIn(page, email, PASSWORD_OF_MEMBERS);
  await page.goto(link);
  await page.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await page.goto(link);
  const told = toast(page, 'Esta invitación no existe, ha expirado o ya ha sido utilizada.');
  await expect(told).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await told.getByRole('button', { name: 'Pedir un enlace nuevo' }).click();
  await expect(toast(page, /^Si la invitación puede renovarse/)).toBeVisible();
});

test('an account with a second factor is asked for it before it joins', async ({ page, openAs, mails }) => {
  const email = await register(page, mails);
  await signIn(page, email, PASSWORD_OF_MEMBERS);
  await page.goto('/admin/profile?tab=security');
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  const { secret } = await setUpApp(page, PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await page.context().clearCookies();

  await invite(await openAs('admin'), email);
  await page.goto((await mails.to(email, { subject: /^Te han invitado/ })).link);
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await page.getByLabel('Código de verificación').fill(codeAt(secret, 1));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await page.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(toast(page, '¡Bienvenido a Demo Iberia!')).toBeVisible();
});

test('a link that is no longer good: the inviter hears of the wish for a fresh one, renews it, and it opens', async ({
  page,
  browser,
  mails,
}) => {
  const email = address();
  await signInAs(page, 'admin');
  await invite(page, email);
  const { link } = await mails.to(email);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await guest.getByRole('button', { name: 'Pedir un enlace nuevo' }).click();
  // Nothing is learnt: a link that never was answers the same.
  await expect(
    guest.getByText('Si la invitación puede renovarse, hemos avisado a quien te invitó.'),
  ).toBeVisible();
  await itemOf(page, email).getByRole('button', { name: 'Reenviar' }).click();
  await guest.goto((await mails.to(email)).link);
  await expect(guest.getByText(email)).toBeVisible();
  await guest.context().close();
});

test('whose account is prepared chooses a password by a mailed link first, and is told what helps then', async ({
  page,
  openAs,
  mails,
}) => {
  const email = address();
  await invite(await openAs('admin'), email);
  const { link } = await mails.to(email);
  await addUser(await openAs('otherAdmin'), { email });
  await mails.to(email);

  await page.goto(link);
  await expect(page.getByText('Ya hay una cuenta preparada para este email')).toBeVisible();
  await expect(page.getByLabel('Contraseña')).toHaveCount(0);
  await page.getByRole('button', { name: 'Enviarme el enlace' }).click();
  await expect(page.getByText(`Te hemos enviado un enlace a ${email}.`)).toBeVisible();
  await choosePassword(page, (await mails.to(email)).link);

  await page.goto(link);
  await expect(page.getByText('Ya tienes una cuenta con este email.')).toBeVisible();
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(
    page.getByText(/^Ya perteneces a Demo Atlántica .+ te pueden invitar con otro email/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Ir a la aplicación' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('whose account is deactivated reads whom to ask, and may decline', async ({ page, openAs, mails }) => {
  const email = address();
  await invite(await openAs('admin'), email);
  const { link } = await mails.to(email);
  const there = await openAs('otherAdmin');
  await changeUser(there, await addUser(there, { email }), { is_active: false });

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'La cuenta de este email está desactivada o en la papelera y por ahora no puede entrar. Pide a quien la administra que la active, o que te inviten con otro email.',
  );
  await expect(page.getByLabel('Contraseña')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rechazar invitación' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rechazar invitación' }).click();
  await expect(toast(page, 'Has rechazado la invitación.')).toBeVisible();
});

test('who belongs to the organization already signs in, and is in', async ({ page, openAs, mails }) => {
  const email = address();
  const admin = await openAs('admin');
  await invite(admin, email);
  const { link } = await mails.to(email);
  await addUser(admin, { email });
  await choosePassword(page, (await mails.to(email)).link);

  await page.goto(link);
  await expect(page.getByText('Ya perteneces a Demo Iberia. Inicia sesión para entrar.')).toBeVisible();
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(toast(page, 'Ya perteneces a Demo Iberia.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

test('to an organization that is closed nobody comes in, and the link says why', async ({
  page,
  openAs,
  mails,
}) => {
  const [email, name] = [address(), `Cerrada ${unique()}`];
  const root = await openAs('super_admin');
  const { id } = await ask(root, 'POST', '/api/organizations', { name });
  await ask(root, 'POST', '/api/invitations', { email, organization_id: id });
  const { link } = await mails.to(email);
  await page.goto(link);
  await expect(page.getByLabel('Nombre')).toBeVisible();
  const status = { status: 'canceled', reason: 'Se va' };
  await ask(root, 'POST', `/api/organizations/${id}/subscription/status`, status);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ahora no es posible unirse' })).toBeVisible();
  await expect(
    page.getByText(`${name} no admite personas nuevas por ahora. Habla con quien te invitó.`),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Ir al inicio de sesión' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test('who is signed in as somebody else, or administers everything, is told so', async ({
  page,
  openAs,
  mails,
}) => {
  const email = address();
  const admin = await openAs('admin');
  await invite(admin, email);
  const { link } = await mails.to(email);
  await signInAs(page, 'user2');
  await page.goto(link);
  await expect(
    toast(page, 'Esta invitación es para otro email. Cierra sesión para aceptarla.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await invite(admin, 'superadmin@demo.test');
  const root = await openAs('super_admin');
  await root.goto((await mails.to('superadmin@demo.test', { subject: /^Te han invitado/ })).link);
  await expect(root.getByText(/^Administras todas .+ te pueden invitar con otro email\.$/)).toBeVisible();
  await root.getByRole('button', { name: 'Rechazar invitación' }).click();
  await root.getByRole('alertdialog').getByRole('button', { name: 'Rechazar invitación' }).click();
  await expect(toast(root, 'Has rechazado la invitación.')).toBeVisible();
});

test('inviting somebody of the organization offers what helps instead', async ({ page, mails }) => {
  await signInAs(page, 'admin');
  const [binned, unprepared, inactive] = [await addUser(page), await addUser(page), await addUser(page)];
  await mails.to(unprepared.email);
  await changeUser(page, inactive, { is_active: false });
  await ask(page, 'DELETE', `/api/users/${binned.id}`);

  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  const tryToInvite = async (email: string) => {
    await page.goto('/admin/users?tab=invitations');
    await page.getByRole('button', { name: 'Nueva Invitación' }).click();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  };
  // What was typed has been answered: there are no changes to ask about.
  const leftWithoutQuestion = async () => {
    await expect(page).not.toHaveURL(/invite=/);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
  };
  await tryToInvite(binned.email);
  await expect(dialog.getByText('Esta persona está en la papelera de la empresa')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restaurar' }).click();
  await expect(toast(page, 'Usuario restaurado')).toBeVisible();
  await leftWithoutQuestion();

  await tryToInvite(unprepared.email);
  await expect(dialog.getByText('le falta elegir su contraseña')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(toast(page, `Se ha enviado un enlace a ${unprepared.email}`)).toBeVisible();
  await leftWithoutQuestion();
  await choosePassword(page, (await mails.to(unprepared.email)).link);

  await tryToInvite(inactive.email);
  await expect(dialog.getByText('Esta persona está inactiva en la empresa')).toBeVisible();
  await dialog.getByRole('link', { name: 'Ver en Usuarios' }).click();
  await leftWithoutQuestion();
  await expect(page).toHaveURL(/\/admin\/users\?search=/);
  await expect(page.getByRole('row').filter({ hasText: inactive.email })).toContainText('Inactivo');
});

test('a super_admin is told at once who is elsewhere, and what somebody with an account does first', async ({
  page,
  openAs,
  mails,
}) => {
  const there = await openAs('otherAdmin');
  const person = await addUser(there);
  const email = await register(page, mails);
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(person.email);
  const choose = async (within: Locator, name: string) => {
    await within.getByLabel('Empresa', { exact: true }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
  };
  await choose(dialog, 'Demo Iberia');
  const submit = dialog.getByRole('button', { name: 'Enviar invitación' });
  await submit.click();
  const refusal = /^Esta persona pertenece a Demo Atlántica: cámbiala de empresa en Usuarios/;
  await expect(dialog.getByText(refusal)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Ver en Usuarios' })).toBeVisible();
  // Of another organization it is asked anew.
  await choose(dialog, 'Demo Atlántica');
  await expect(dialog.getByText(refusal)).toHaveCount(0);
  await submit.click();
  await expect(dialog.getByText(/^Esta persona ya está en la empresa/)).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await choose(dialog, 'Demo Iberia');
  await submit.click();
  await expect(toast(page, 'Invitación enviada')).toContainText(
    'Ya tiene una cuenta: iniciará sesión para aceptar.',
  );

  await page.getByRole('button', { name: 'Invitar a varios' }).click();
  const many = page.getByRole('dialog', { name: 'Invitar a varios' });
  await expect(many).toContainText('Quien ya tiene una cuenta inicia sesión para aceptar.');
  await many.getByLabel('Emails', { exact: true }).fill(`${person.email}\nsuperadmin@demo.test`);
  await choose(many, 'Demo Iberia');
  await many.getByRole('button', { name: 'Comprobar' }).click();
  const lineOf = (text: string) => many.getByRole('listitem').filter({ hasText: text });
  await expect(lineOf(person.email)).toContainText('Demo Atlántica');
  await expect(lineOf(person.email)).toContainText('Pertenece a otra empresa');
  await expect(lineOf('superadmin@demo.test')).toContainText('Es Super Admin: no la necesita');
});

test('whose account was put into the bin since is not mailed a dead end', async ({ page, mails }) => {
  const email = address();
  await signInAs(page, 'admin');
  await invite(page, email);
  await mails.to(email);
  const { id } = await addUser(page, { email });
  await ask(page, 'DELETE', `/api/users/${id}`);
  for (const button of ['Reenviar', 'Copiar enlace']) {
    await itemOf(page, email).getByRole('button', { name: button }).click();
    await expect(toast(page, 'Esta persona está en la papelera de la empresa')).toBeVisible();
    await toast(page, 'Esta persona está en la papelera').getByRole('button', { name: 'Cerrar' }).click();
    await expect(toast(page, 'Esta persona está en la papelera')).toHaveCount(0);
  }
});
