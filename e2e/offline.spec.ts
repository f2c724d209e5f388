import type { Locator, Page, Route } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { codeAt, setUpApp } from './harness/authenticator-app.ts';
import { hold } from './harness/hold.ts';
import { becomeMember } from './harness/members.ts';
import { addUser, unique } from './harness/people.ts';
import { stand } from './harness/stand.ts';
import { DEMO_PASSWORD, expect, PASSWORD_OF_MEMBERS, PEOPLE, signInAs, test } from './harness/test.ts';

// The browser's own words for a request that finds no network, and for one that is cut off.
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

const bar = (page: Page) => page.getByText(/^Sin conexión\. Lo que escribas se conserva/);

const BACK = 'Ya hay conexión. Vuelve a intentarlo.';
const WAITS = 'Sin conexión. Lo que falta se cargará solo en cuanto vuelva.';

/** Sends it without a network, and again once that is back. */
async function sendTwice(page: Page, form: Locator, save: string): Promise<void> {
  await page.context().setOffline(true);
  await form.getByRole('button', { name: save }).click();
  await expect(form.getByRole('alert')).toHaveText(/^No hay conexión con el servidor/);
  await page.context().setOffline(false);
  await expect(form.getByRole('status')).toHaveText(BACK);
  await form.getByRole('button', { name: save }).click();
}
const formOf = (page: Page, save: string) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: save }) });

/** Runs in the page: the buttons of which something else lies over the middle or the lower edge. */
function covered(buttons: Element[]): string[] {
  return buttons
    .filter((button) => {
      const { left, width, top, bottom } = button.getBoundingClientRect();
      const at = (y: number) => document.elementFromPoint(left + width / 2, y);
      return !button.contains(at((top + bottom) / 2)) || !button.contains(at(bottom - 2));
    })
    .map((button) => button.textContent);
}

test('the bar that says so lies over no button of a dialog, and not over the menu', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/admin/companies?edit=new', '/admin/users?user=new', '/admin/tickets?ticket=new']) {
    await page.goto(path);
    const buttons = page.getByRole('dialog').locator('footer').getByRole('button');
    await expect(buttons).toHaveCount(2);
    await page.context().setOffline(true);
    await expect(bar(page)).toBeVisible();
    await expect.poll(() => buttons.evaluateAll(covered), path).toEqual([]);
    await page.context().setOffline(false);
    await expect(bar(page)).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await stand(page, '/admin/plans');
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  const account = page.getByRole('complementary').getByRole('button', { name: 'Admin Sistema' });
  await expect.poll(() => account.evaluateAll(covered)).toEqual([]);
});

test('nor over what can be done with the chosen rows of a list', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await stand(page, '/admin/tickets');
  await page.locator('tbody').getByRole('checkbox').first().click();
  const toolbar = page.getByRole('toolbar');
  const buttons = toolbar.getByRole('button');
  await expect(buttons).not.toHaveCount(0);
  const { y, height } = (await toolbar.boundingBox())!;
  expect(y + height).toBe(844);
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => buttons.evaluateAll(covered)).toEqual([]);
});

test('what could not be saved says so, and that it can be once the network is back', async ({ page }) => {
  await signInAs(page, 'admin');
  const user = await addUser(page);
  await page.goto(`/admin/users?user=${user.id}`);
  const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });
  const name = unique();
  await dialog.getByLabel('Nombre').fill(name);
  await page.context().setOffline(true);
  const save = dialog.getByRole('button', { name: 'Guardar cambios' });
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText(/^No hay conexión con el servidor/);
  await page.context().setOffline(false);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('status')).toHaveText(BACK);
  await save.click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/admin/users?user=${user.id}`);
  await expect(dialog.getByLabel('Nombre')).toHaveValue(name);
});

test('so do the forms of one’s own account, and an invitation that is accepted', async ({
  page,
  openAs,
  mails,
}) => {
  await becomeMember(page, mails);
  const email = `sin-red-${unique()}@example.test`;
  const admin = await openAs('admin');
  await ask(admin, 'POST', '/api/invitations', { email, role: 'user' });
  const { link } = await mails.to(email, { subject: /invita/i });
  const forms = [
    {
      to: '/admin/profile',
      fields: { Nombre: 'Inés' },
      save: 'Guardar cambios',
      done: /^Perfil actualizado/,
    },
    {
      to: link,
      fields: {
        Nombre: 'Vera',
        Apellido: 'Nueva',
        Contraseña: 'Atalaya-Prueba-1',
        'Confirmar Contraseña': 'Atalaya-Prueba-1',
      },
      save: 'Aceptar Invitación',
      done: /Bienvenid/,
    },
  ];
  for (const { to, fields, save, done } of forms) {
    if (to === link) await page.context().clearCookies();
    await page.goto(to);
    const form = formOf(page, save);
    for (const [label, value] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(value);
    await sendTwice(page, form, save);
    await expect(page.getByText(done).first()).toBeVisible();
  }
});

test('so do the registration, and the second step of a sign-in', async ({ page, mails }) => {
  await page.goto('/admin/register');
  const registration = formOf(page, 'Crear Cuenta');
  const fields = { Nombre: 'Eva', Apellido: 'Ruiz', Email: `sin-red-${unique()}@example.test` };
  const chosen = { Contraseña: PASSWORD_OF_MEMBERS, 'Confirmar Contraseña': PASSWORD_OF_MEMBERS };
  for (const [label, value] of Object.entries({ ...fields, ...chosen }))
    await registration.getByLabel(label, { exact: true }).fill(value);
  await sendTwice(page, registration, 'Crear Cuenta');
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();

  const { email } = await becomeMember(page, mails);
  await page.goto('/admin/profile?tab=security');
  const factors = page.getByRole('heading', { name: 'Verificación en dos pasos', exact: true });
  await page.locator('section').filter({ has: factors }).getByRole('button', { name: 'Activar' }).click();
  const { secret } = await setUpApp(page);
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await page.context().clearCookies();
  await page.goto('/admin/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await page.getByLabel('Código de verificación').fill(codeAt(secret, 1));
  await sendTwice(page, formOf(page, 'Verificar'), 'Verificar');
  await expect(page).toHaveURL(/\/admin$/);
});

test('so do the questions before a company and a plan are deleted, and the sign-in, beside their toast', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = `Sin red ${unique()}`;
  await ask(page, 'POST', '/api/organizations', { name: company });
  const plan = `Sin red ${unique()}`;
  await ask(page, 'POST', '/api/plans', {
    name: plan,
    description: 'Para probar',
    price_cents: 100,
    max_users: 3,
  });
  const question = page.getByRole('alertdialog');
  const away = async (within: Locator, button: string) => {
    // A question that was still on its way would wait for the network.
    await expect(within.getByRole('button', { name: button })).toBeEnabled();
    await page.context().setOffline(true);
    await within.getByRole('button', { name: button }).click();
    await expect(page.getByText(/No hay conexión con el servidor/).first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(within.getByRole('status').filter({ hasText: BACK })).toBeVisible();
    await within.getByRole('button', { name: button }).click();
  };

  await page.goto(`/admin/companies?search=${encodeURIComponent(company)}`);
  await page.getByRole('button', { name: `Eliminar ${company}` }).click();
  await question.getByLabel(`Escribe ${company} para confirmar`).fill(company);
  await away(question, 'Eliminar');
  await expect(question).toHaveCount(0);

  await page.goto('/admin/plans');
  await page.getByRole('button', { name: `Eliminar ${plan}` }).click();
  await away(question, 'Eliminar');
  await expect(question).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto('/admin/login');
  await page.getByLabel('Email', { exact: true }).fill(PEOPLE.admin);
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await away(formOf(page, 'INICIAR SESIÓN'), 'INICIAR SESIÓN');
  await expect(page).toHaveURL(/\/admin$/);
});

test('a failure that is told late says that the network is back; of a server that is away it does not', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const user = await addUser(page);
  await page.goto(`/admin/users?user=${user.id}`);
  const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });
  const save = dialog.getByRole('button', { name: 'Guardar cambios' });
  await dialog.getByLabel('Nombre').fill(unique());
  const sent: ((route: Route) => void)[] = [];
  const next = () => new Promise<Route>((resolve) => sent.push(resolve));
  await page.route(`**/api/users/${user.id}`, (route) =>
    route.request().method() === 'PATCH' ? sent.shift()?.(route) : route.fallback(),
  );
  const away = next();
  await save.click();
  await (await away).abort();
  await expect(dialog.getByRole('alert')).toHaveText(/^No hay conexión con el servidor/);

  const late = next();
  await save.click();
  const route = await late;
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(bar(page)).toHaveCount(0);
  await route.abort();
  await expect(dialog.getByRole('status')).toHaveText(BACK);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a record that is opened without a network says what it waits for, and so does /app', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const user = await addUser(page);
  const data = { title: `Sin red ${unique()}`, description: 'No va.' };
  await ask(page, 'POST', '/api/tickets', data);
  const dialog = page.getByRole('dialog');
  const records = [
    { path: '/admin/users', name: user.email, complete: dialog.getByLabel('Nombre', { exact: true }) },
    { path: '/admin/tickets', name: data.title, complete: dialog.getByRole('button', { name: 'Responder' }) },
  ];
  for (const { path, name, complete } of records) {
    await stand(page, `${path}?search=${encodeURIComponent(name)}`);
    await page.context().setOffline(true);
    await expect(bar(page)).toBeVisible();
    await page.getByRole('row').filter({ hasText: name }).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    await page.context().setOffline(false);
    await expect(complete).toBeVisible();
    await expect(dialog.getByText(WAITS)).toHaveCount(0);
  }

  const home = await hold(page, 'GET', '**/api/app-home');
  await page.goto('/app');
  await home.asked;
  await page.context().setOffline(true);
  await expect(page.getByRole('main').getByText(WAITS)).toBeVisible();
  await page.context().setOffline(false);
  home.letGo();
  await expect(page.getByRole('heading', { name: 'Mis tickets' })).toBeVisible();
  await expect(page.getByText(WAITS)).toHaveCount(0);
});
