import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { hold } from './harness/hold.ts';
import { becomeMember } from './harness/members.ts';
import { addUser, changeUser, unique } from './harness/people.ts';
import { settle } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, signInAs, test } from './harness/test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });

test('the list: title, columns, pages of twenty, and the text of the pagination', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Gestión de Usuarios' })).toBeVisible();
  await expect(page.getByText('Personal Interno')).toBeVisible();
  for (const column of ['Usuario', 'Empresa', 'Rol', 'Estado', 'Último acceso'])
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(21);
  await expect(page.getByText(/^Mostrando 1 a 20 de \d+ elementos$/)).toBeVisible();
  await page.getByRole('button', { name: 'Página 2', exact: true }).click();
  await expect(page.getByText(/^Mostrando 21 a 40 de \d+ elementos$/)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page.getByText(/^Mostrando 1 a 20/)).toBeVisible();
});

test('a job title: typed in the form, shown in the list, and filtered by', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page, { job_title: `Compras ${unique()}` });
  await page.goto(`/admin/users?search=${person.email}`);
  await expect(rowOf(page, person.email)).toContainText(person.job_title ?? '');
  await rowOf(page, person.email).getByRole('cell').nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });
  const title = `Dirección ${unique()}`;
  await dialog.getByRole('textbox', { name: 'Cargo' }).fill(title);
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Cargo' }).fill(title.replace('ó', 'o').toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, person.email)).toContainText(title);
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(page.getByRole('searchbox', { name: 'Cargo' })).toHaveValue('');
});

test('clearing the filters clears what is just being typed, too', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.clock.install();
  const search = page.getByRole('searchbox', { name: 'Buscar usuarios' });
  const jobTitle = page.getByRole('searchbox', { name: 'Cargo' });
  const clear = page.getByRole('button', { name: 'Limpiar Filtros' });
  for (const address of ['/admin/users?search=demo', '/admin/users?status=active']) {
    await page.goto(address);
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await expect(clear).toBeVisible();
    // Far enough ahead to be in the future still when the page hears of it.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await jobTitle.fill('también');
    await search.fill('a medias');
    await clear.click();
    await expect(search).toHaveValue('');
    await expect(jobTitle).toHaveValue('');
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(search).toHaveValue('');
    await page.clock.resume();
  }
});

test('the rows are as dense as one likes where the browser keeps nothing', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('atalaya-view-')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await page.goto('/admin/users');
  const row = page.getByRole('row').nth(1);
  const before = (await row.boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Vista' }).click();
  await page.getByRole('menuitemradio', { name: 'Compacta' }).click();
  await expect.poll(async () => (await row.boundingBox())?.height ?? before).toBeLessThan(before);
});

test('search ignores accents, filters live in the address, clearing goes back to the first page', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const person = await addUser(page, { first_name: 'Íñigo' });
  await page.goto('/admin/users?page=2');
  await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill(`inigo ${person.last_name}`);
  await expect(rowOf(page, person.email)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/search=/);
  await expect(page).not.toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Inactivos' }).click();
  await expect(page.getByText('No hay usuarios con los filtros aplicados.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click();
  await expect(page).not.toHaveURL(/search=|status=/);
  await expect(page.getByRole('button', { name: 'Limpiar Filtros' })).toHaveCount(0);
});

test('adding a user: what is missing is said at its field, and the person gets a mail to set a password', async ({
  page,
  mails,
}) => {
  const name = unique();
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Agregar Usuario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar Usuario' });
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(dialog.getByText('Por favor completa todos los campos requeridos')).toHaveCount(3);
  await dialog.getByLabel('Nombre').fill('Lucía');
  await dialog.getByLabel('Apellido').fill(name);
  await dialog.getByLabel('Email').fill('admin@demo.test');
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(dialog.getByText('Ya existe un usuario con este email.')).toBeVisible();
  await dialog.getByLabel('Email').fill(` Lucia-${name}@Example.test `);
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(toast(page, 'Usuario creado correctamente')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, `lucia-${name}@example.test`)).toContainText('Nunca');
  const mail = await mails.to(`lucia-${name}@example.test`);
  expect(mail.link).toContain('/admin/reset-password?token=');
});

test('a form keeps no room for errors: they push what is below down, and give the room back', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users?user=new');
  const dialog = page.getByRole('dialog', { name: 'Agregar Usuario' });
  const name = dialog.getByLabel('Nombre');
  const lastName = dialog.getByLabel('Apellido');
  /** Pixels between a field and what is below it. */
  const distance = async () => {
    const field = (await name.boundingBox())!;
    const below = (await dialog.locator('label').filter({ hasText: 'Email' }).boundingBox())!;
    return below.y - field.y - field.height;
  };
  const missing = dialog.getByText('Por favor completa todos los campos requeridos');
  await expect(name).toBeVisible();
  const before = await distance();
  // Less than a line of text has.
  expect(before).toBeLessThan(20);
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(missing).toHaveCount(3);
  expect(await distance()).toBeGreaterThan(before + 16);
  await name.fill('Lucía');
  await lastName.fill('Nueva');
  await expect(missing).toHaveCount(1);
  expect(await distance()).toBeCloseTo(before, 1);
});

test('on a phone what is missing is said in one line', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/users?user=new');
  const dialog = page.getByRole('dialog', { name: 'Agregar Usuario' });
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  const missing = dialog.getByText('Por favor completa todos los campos requeridos');
  await expect(missing).toHaveCount(3);
  for (const each of await missing.all()) expect((await each.boundingBox())?.height).toBeLessThan(24);
});

test('editing: the e-mail stays, the phone is saved, leaving with changes asks first', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/users?search=${person.last_name}`);
  await rowOf(page, person.email)
    .getByRole('button', { name: /^Editar a / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });
  await expect(dialog.getByLabel('Email')).toBeDisabled();
  await expect(dialog.getByText('Todavía no ha iniciado sesión.')).toBeVisible();
  await dialog.getByLabel('Teléfono').fill('+34 600 000 000');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(page, 'Usuario actualizado correctamente')).toBeVisible();
  await rowOf(page, person.email)
    .getByRole('button', { name: /^Editar a / })
    .click();
  await expect(dialog.getByLabel('Teléfono')).toHaveValue('+34 600 000 000');
});

test('a stale save shows both values side by side, and neither is lost', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/users?search=${person.last_name}&user=${person.id}`);
  const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });
  await dialog.getByLabel('Nombre').fill('Lo mío');
  await changeUser(page, person, { first_name: 'Lo de otro' });
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog.getByRole('row', { name: 'Nombre Lo mío Lo de otro' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mantener lo mío' }).click();
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(rowOf(page, person.email)).toContainText('Lo mío');
});

test('deleting asks, tells, and can be undone', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/users?search=${person.last_name}`);
  await rowOf(page, person.email)
    .getByRole('button', { name: /^Eliminar a / })
    .click();
  const question = page.getByRole('alertdialog', {
    name: '¿Estás seguro de que deseas eliminar este usuario?',
  });
  await expect(question).toContainText(person.email);
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(toast(page, 'Usuario eliminado exitosamente')).toBeVisible();
  await expect(rowOf(page, person.email)).toHaveCount(0);
  await toast(page, 'Usuario eliminado exitosamente').getByRole('button', { name: 'Deshacer' }).click();
  await expect(rowOf(page, person.email)).toBeVisible();
});

test('bulk: counts the selected, a range by Shift, and the texts of each action', async ({ page }) => {
  await signInAs(page, 'admin');
  const name = unique();
  for (let each = 0; each < 3; each += 1) await addUser(page, { first_name: `Lote ${name}` });
  await page.goto(`/admin/users?search=${name}`);
  const boxes = page
    .getByRole('row')
    .filter({ hasText: `Lote ${name}` })
    .getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  const select = async () => {
    await boxes.first().click();
    await boxes.last().click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 seleccionados')).toBeVisible();
  };
  await select();
  await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click();
  await expect(toast(page, '3 usuarios desactivados')).toBeVisible();
  await expect(page.getByText('3 seleccionados')).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Inactivo' })).toHaveCount(3);
  await select();
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(toast(page, '3 usuarios activados')).toBeVisible();
  await select();
  await page.getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(page.getByRole('menuitem', { name: 'Super Admin' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Administrador' }).click();
  await expect(toast(page, '3 usuarios actualizados a Administrador')).toBeVisible();
  await select();
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(toast(page, '3 usuarios eliminados')).toBeVisible();
  await toast(page, '3 usuarios eliminados').getByRole('button', { name: 'Deshacer' }).click();
  await expect(boxes).toHaveCount(3);
});

test('all that match can be selected at once', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users?role=user');
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await expect(page.getByText('20 seleccionados')).toBeVisible();
  await page.getByRole('button', { name: /^Seleccionar los [\d.]+ que coinciden$/ }).click();
  await expect(page.getByText(/^[\d.]{3,} seleccionados$/)).toBeVisible();
});

test('what was selected is let go wherever other filters come from', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users');
  await expect(page.getByRole('row')).toHaveCount(21);
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await page.getByRole('option', { name: 'Usuario', exact: true }).click();
  await expect(page).toHaveURL(/role=user/);
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await page.getByRole('button', { name: /^Seleccionar los [\d.]+ que coinciden$/ }).click();
  await expect(page.getByText(/^[\d.]{3,} seleccionados$/)).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/role=user/);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('a question that comes late waits until the one before it has its answer', async ({ page }) => {
  await signInAs(page, 'admin');
  const name = unique();
  const [last, other] = [
    await addUser(page, { first_name: name }),
    await addUser(page, { first_name: name }),
  ];
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/users/${last.id}`, async (route) => {
    await held;
    await route.fulfill({ status: 409, json: { code: 'user.last_admin' } });
  });
  await page.goto(`/admin/users?search=${name}`);
  const remove = async (email: string) => {
    await rowOf(page, email)
      .getByRole('button', { name: /^Eliminar a / })
      .click();
    return expect(question).toContainText(email);
  };
  const question = page.getByRole('alertdialog');
  await remove(last.email);
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(page, last.email)).toHaveCount(0);
  await remove(other.email);
  const refused = page.waitForResponse(`**/api/users/${last.id}`);
  answer();
  await refused;
  await expect(question).toContainText(other.email);
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question).toContainText('¿Dejar a la empresa sin administradores?');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(rowOf(page, last.email)).toBeVisible();
  await expect(rowOf(page, other.email)).toHaveCount(0);
});

test.describe('a delete that fails', () => {
  test.use({ expectedErrors: [/status of 50[03]/] });

  /** Presses 'Eliminar' for the person, and holds the answer: 500, once it is let go. */
  async function beginDelete(page: Page, person: { id: string; email: string }) {
    const free = Promise.withResolvers<void>();
    await page.route(`**/api/users/${person.id}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await free.promise;
      return route.fulfill({ status: 500, json: {} });
    });
    await rowOf(page, person.email)
      .getByRole('button', { name: /^Eliminar a / })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(rowOf(page, person.email)).toHaveCount(0);
    return () => free.resolve();
  }

  test('leaves the list as others have made it by then', async ({ page, openAs }) => {
    const other = await openAs('admin');
    const name = unique();
    const person = await addUser(other, { first_name: `Vieja ${name}` });
    await signInAs(page, 'admin');
    await page.goto(`/admin/users?search=${name}`);
    const fail = await beginDelete(page, person);
    const list = await hold(page, 'GET', '**/api/users?*');
    await changeUser(other, person, { first_name: `Nueva ${name}` });
    const added = await addUser(other, { first_name: name });
    fail();
    await expect(toast(page, 'Error inesperado del servidor.')).toBeVisible();
    await list.asked;
    await expect(page.getByText(`Vieja ${name}`)).toHaveCount(0);
    list.letGo();
    await expect(rowOf(page, person.email)).toContainText(`Nueva ${name}`);
    await expect(rowOf(page, added.email)).toBeVisible();
    await expect(page.getByText(`Vieja ${name}`)).toHaveCount(0);
  });

  test('brings the row back where the list cannot be read either', async ({ page }) => {
    await signInAs(page, 'admin');
    const person = await addUser(page);
    await page.goto(`/admin/users?search=${person.last_name}`);
    const fail = await beginDelete(page, person);
    await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, json: {} }));
    fail();
    await expect(rowOf(page, person.email)).toBeVisible();
    await page.unroute('**/api/users?*');
    await page.reload();
    await expect(rowOf(page, person.email)).toBeVisible();
  });
});

test('how a link was sent is told also where its row is gone by then', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/users?search=${person.last_name}`);
  await page.getByRole('button', { name: /^Más acciones para / }).click();
  const { asked, letGo } = await hold(page, 'POST', `**/api/users/${person.id}/**`);
  await page.getByRole('menuitem', { name: 'Enviar enlace de contraseña' }).click();
  await asked;
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await page.getByRole('button', { name: 'Página 2', exact: true }).click();
  await expect(page.getByText(/^Mostrando 21 a/)).toBeVisible();
  await expect(rowOf(page, person.email)).toHaveCount(0);
  letGo();
  await expect(toast(page, person.email)).toBeVisible();
});

test('a page whose last row is gone, or that was never there, leads to the last one', async ({ page }) => {
  await signInAs(page, 'admin');
  const name = unique();
  for (let each = 0; each < 21; each += 1) await addUser(page, { first_name: `Página ${name}` });
  await page.goto(`/admin/users?search=${name}&page=2`);
  await expect(page.getByText('Mostrando 21 a 21 de 21 elementos')).toBeVisible();
  await page.getByRole('button', { name: /^Eliminar a / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('row')).toHaveCount(21);
  await expect(page).not.toHaveURL(/page=/);
  await page.goto('/admin');
  await page.goto(`/admin/users?search=${name}&page=9`);
  await expect(page.getByRole('row')).toHaveCount(21);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
});

test('columns and density are kept for the person', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Vista' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Último acceso' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Último acceso' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Rol' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Último acceso' })).toHaveCount(0);
});

test('one sorts by a column, and the address keeps it', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/users');
  await page.getByRole('columnheader', { name: 'Usuario' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=name&order=asc|order=asc&sort=name/);
  await expect(page.getByRole('columnheader', { name: 'Usuario' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('columnheader', { name: 'Usuario' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Usuario' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('on a phone a select sorts, by touch and by keys, and the address keeps it', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/users?page=2');
  const filters = page.getByRole('button', { name: /^Filtros/ });
  const sort = page.getByRole('combobox', { name: 'Ordenar por' });
  const user = page.getByRole('columnheader', { name: 'Usuario' });
  await expect(filters).toBeVisible();
  await expect(user.getByRole('button')).toHaveCount(0);
  await filters.click();
  await expect(sort).toHaveText('Más recientes');

  await sort.click();
  await page.getByRole('option', { name: 'Usuario (A–Z)' }).click();
  await expect(page).toHaveURL(/sort=name&order=asc|order=asc&sort=name/);
  await expect(page).not.toHaveURL(/page=/);
  await settle(page);
  await expect(sort).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Usuario (A–Z)' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(sort).toHaveText('Usuario (Z–A)');
  await expect(page).not.toHaveURL(/order=asc/);
  await settle(page);
  await expect(sort).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(user).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await filters.click();
  await expect(sort).toHaveText('Usuario (Z–A)');
  await page.goBack();
  await expect(sort).toHaveText('Usuario (A–Z)');
  await page.goBack();
  await expect(sort).toHaveText('Más recientes');
  await expect(page).toHaveURL(/page=2/);
  await page.goto('/admin/users?sort=email');
  await filters.click();
  await expect(sort).toHaveText('Otro orden');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(user.getByRole('button')).toBeVisible();
  await expect(sort).toHaveCount(0);
});

test('a user sees a page that says why, not an empty table', async ({ page }) => {
  await signInAs(page, 'user');
  await page.goto('/admin/users');
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/permiso|acceso/i);
});

test('without a pointer: sign in, filter, edit one, delete one', async ({ page, openAs }) => {
  const helper = await openAs('admin');
  const person = await addUser(helper);
  await page.goto('/admin/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('admin@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Demo-1234');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  const focusOn = async (role: 'button' | 'combobox' | 'link', name: RegExp) => {
    const wanted = page.getByRole(role, { name });
    await expect(wanted).toBeVisible();
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  };
  await focusOn('link', /^Usuarios$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Buscar usuarios' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar usuarios' })).toBeFocused();
  await page.keyboard.type(person.last_name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await focusOn('combobox', /rol/i);
  await page.keyboard.type('usu');
  await expect(page).toHaveURL(/role=user/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await focusOn('button', /^Editar a /);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nombre')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Teclado');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, person.email)).toContainText('Teclado');
  await focusOn('button', /^Eliminar a /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, person.email)).toHaveCount(0);
});

test('where the server gives no reason, the form says what failed, and what was typed stays', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users?user=new');
  const dialog = page.getByRole('dialog', { name: 'Agregar Usuario' });
  await dialog.getByLabel('Nombre').fill('Lucía');
  await dialog.getByLabel('Apellido').fill('Sin suerte');
  await dialog.getByLabel('Email').fill('sin-suerte@example.test');
  await page.route('**/api/users', (route) => route.fulfill({ status: 400, body: 'nonsense' }));
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(dialog.getByText('Error al crear usuario')).toBeVisible();
  await expect(dialog.getByLabel('Apellido')).toHaveValue('Sin suerte');
});

test('an admin sees the API keys of a person beside their sessions, and revokes one', async ({
  page,
  mails,
  openAs,
  playwright,
  server,
}) => {
  const person = await becomeMember(page, mails);
  const { token } = await ask<{ token: string }>(page, 'POST', '/api/profile/api-keys', {
    name: 'Robot',
    scopes: ['tickets:read'],
    expires_in_days: 30,
    password: PASSWORD_OF_MEMBERS,
  });
  const admin = await openAs('admin');
  await admin.goto(`/admin/users?search=${person.last_name}`);
  await admin.getByRole('button', { name: /^Más acciones para / }).click();
  await admin.getByRole('menuitem', { name: 'Ver sesiones y claves' }).click();
  const dialog = admin.getByRole('dialog', { name: `Sesiones y claves de Zoé ${person.last_name}` });
  const key = dialog.getByRole('list', { name: 'Claves de API' }).getByRole('listitem');
  await expect(key).toContainText(/Robot.*Tickets: leer.*Creada el .*Expira el .*Sin usar/s);
  await expect(key).toContainText(token.slice(0, 12));
  await key.getByRole('button', { name: 'Revocar la clave Robot' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(dialog.getByText('No tiene ninguna clave.')).toBeVisible();
  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get('/api/tickets')).status()).toBe(401);
  await program.dispose();
  const told = await mails.to(person.email, { subject: /^Clave de API revocada$/ });
  expect(told.text).toContain('ha revocado tu clave de API «Robot»');
});
