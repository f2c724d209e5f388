import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { problemsIn, widthOf } from './harness/looks.ts';
import { choosePassword } from './harness/members.ts';
import type { MailSink } from './harness/mails.ts';
import { addUser, type MadeUser, unique } from './harness/people.ts';
import { settle } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, signIn, signInAs, test } from './harness/test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** An admin of Demo Iberia with a password and a session; the page is signed in as the admin of the demo again. */
async function makeLeaver(page: Page, mails: MailSink): Promise<MadeUser & { cookies: string }> {
  await signInAs(page, 'admin');
  const person = await addUser(page, { role: 'admin' });
  await choosePassword(page, (await mails.to(person.email)).link);
  await page.context().clearCookies();
  await signIn(page, person.email, PASSWORD_OF_MEMBERS);
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  // Signed in over it, the session would end.
  await page.context().clearCookies();
  await signInAs(page, 'admin');
  return { ...person, cookies };
}

async function openFor(page: Page, person: MadeUser): Promise<void> {
  await page.goto(`/admin/users?search=${person.email}`);
  await page.getByRole('button', { name: /^Más acciones para / }).click();
  await page.getByRole('menuitem', { name: 'Dar de baja' }).click();
}

async function download(page: Page, name: string): Promise<{ path: string; file: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return { path: await saved.path(), file: saved.suggestedFilename() };
}

// OFF1, OFF3
test('one person: what they hold is shown, a colleague gets their tickets, and the receipt is found again', async ({
  page,
  mails,
}) => {
  const person = await makeLeaver(page, mails);
  const heir = await addUser(page, { role: 'admin', first_name: 'Herminia' });
  const ticket = await ask<{ id: string }>(page, 'POST', '/api/tickets', {
    title: `Impresora ${unique()}`,
    description: 'No imprime.',
    assigned_to: person.id,
  });
  await openFor(page, person);
  const dialog = dialogOf(page, 'Dar de baja');
  await expect(dialog.getByText(person.email)).toBeVisible();
  for (const line of ['Sesiones abiertas: 1', /^Contraseña$/, 'Tickets sin resolver asignados: 1'])
    await expect(dialog.getByText(line)).toBeVisible();
  await expect(dialog.getByText(/^#\d+ Impresora /)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Asignar a' }).click();
  await expect(page.getByRole('option', { name: person.last_name })).toHaveCount(0);
  await page.getByRole('option', { name: `Herminia ${heir.last_name}` }).click();
  await dialog.getByLabel('Motivo').fill('Cambia de empresa');
  await dialog.getByRole('button', { name: 'Dar de baja' }).click();

  const done = dialogOf(page, 'Baja hecha');
  await expect(done).toBeVisible();
  const name = `Persona ${person.last_name}`;
  const json = await download(page, `Descargar JSON: ${name}`);
  expect(json.file).toMatch(/^recibo-de-baja-.*\.json$/);
  const said = execFileSync(
    process.execPath,
    ['server/src/features/offboarding/verify-receipt.ts', json.path],
    { encoding: 'utf8' },
  );
  expect(said).toContain(`Baja de ${name} (${person.email})`);
  expect(said).toContain('El recibo está intacto.');
  expect((await download(page, `Descargar PDF: ${name}`)).file).toMatch(/\.pdf$/);
  await done.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(done).toHaveCount(0);

  await expect(rowOf(page, person.email)).toContainText('Inactivo');
  const { origin } = new URL(page.url());
  const theirs = await fetch(`${origin}/api/profile/sessions`, { headers: { cookie: person.cookies } });
  expect(theirs.status).toBe(401);
  const given = await ask<{ assigned_to: { id: string } | null }>(page, 'GET', `/api/tickets/${ticket.id}`);
  expect(given.assigned_to?.id).toBe(heir.id);

  await page.goto(`/admin/users?user=${person.id}`);
  const record = dialogOf(page, 'Editar Usuario');
  const receipts = record.getByRole('region', { name: 'Recibos de baja' });
  await expect(receipts.getByRole('listitem')).toHaveCount(1);
  await expect(receipts.getByRole('link', { name: /^Descargar PDF: / })).toBeVisible();

  await page.goto(`/admin/audit?object=${person.id}`);
  await expect(page.getByText(new RegExp(`dio de baja a ${name}`)).first()).toBeVisible();
});

// OFF1
test('many: chosen one by one, they get a receipt each', async ({ page }) => {
  await signInAs(page, 'admin');
  const mark = `Conjunta${unique()}`;
  const people = [await addUser(page, { first_name: mark }), await addUser(page, { first_name: mark })];
  await page.goto(`/admin/users?search=${mark}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await page.getByRole('button', { name: 'Dar de baja' }).click();
  const dialog = dialogOf(page, 'Dar de baja a 2 personas');
  for (const { email } of people) await expect(dialog.getByText(email)).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Asignar a' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Dar de baja' }).click();
  const done = dialogOf(page, '2 bajas hechas');
  await expect(done.getByRole('listitem')).toHaveCount(2);
  await done.getByRole('button', { name: 'Cerrar' }).last().click();
  for (const { email } of people) await expect(rowOf(page, email)).toContainText('Inactivo');
  await expect(page.getByText('2 seleccionados')).toHaveCount(0);
});

// OFF2
test('the last admin of a company is asked about, and the others may go without them', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const mark = `Unica${unique()}`;
  await page.goto('/app');
  const company = await ask<{ id: string }>(page, 'POST', '/api/organizations', { name: mark });
  const make = (role: string) =>
    ask<MadeUser>(page, 'POST', '/api/users', {
      first_name: mark,
      last_name: unique(),
      email: `${unique()}@example.test`,
      role,
      organization_id: company.id,
    });
  const [admin, other] = [await make('admin'), await make('user')];
  const lastAdmin = page.getByRole('alertdialog', { name: '¿Dejar a la empresa sin administradores?' });
  await page.goto(`/admin/users?search=${mark}`);
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await page.getByRole('button', { name: 'Dar de baja' }).click();
  await dialogOf(page, 'Dar de baja a 2 personas').getByRole('button', { name: 'Dar de baja' }).click();
  await lastAdmin.getByRole('button', { name: 'Cancelar' }).click();
  const rest = page.getByRole('alertdialog').filter({ hasText: admin.last_name });
  await rest.getByRole('button', { name: /^Continuar/ }).click();
  await expect(dialogOf(page, 'Baja hecha').getByText(other.last_name)).toBeVisible();
  await page.keyboard.press('Escape');

  await openFor(page, admin);
  const dialog = dialogOf(page, 'Dar de baja');
  await dialog.getByRole('button', { name: 'Dar de baja' }).click();
  await lastAdmin.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Dar de baja' }).click();
  await lastAdmin.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialogOf(page, 'Baja hecha')).toBeVisible();
});

// OFF1
test('by keyboard alone, on a phone, accessible, and in English', async ({ page, mails }) => {
  const person = await makeLeaver(page, mails);
  const other = await addUser(page);
  await page.context().clearCookies();
  await signIn(page, person.email, PASSWORD_OF_MEMBERS);
  await page.goto('/app');
  const { version } = await ask<{ version: number }>(page, 'GET', `/api/users/${person.id}`);
  await ask(page, 'PATCH', '/api/profile', { version, language: 'en' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/users?search=${other.email}`);
  await page.getByRole('button', { name: /^More actions for / }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Offboard' })).toBeVisible();
  await page.keyboard.type('Offb');
  await expect(page.getByRole('menuitem', { name: 'Offboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Offboard');
  await expect(dialog.getByText('Unused access links: 1')).toBeVisible();
  await settle(page);
  expect([...(await widthOf(page)), ...(await problemsIn(page, 'lightMinimal'))]).toEqual([]);
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  for (let step = 0; step < 6; step += 1) {
    if (await reason.evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(reason).toBeFocused();
  await page.keyboard.type('Leaves');
  await page.keyboard.press('Enter');
  const done = dialogOf(page, 'Offboarded');
  await expect(done.getByRole('link', { name: /^Download PDF: / })).toBeVisible();
  await settle(page);
  expect([...(await widthOf(page)), ...(await problemsIn(page, 'darkProfessional'))]).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(done).toHaveCount(0);
});
