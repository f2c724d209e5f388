import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ask, askWith } from './harness/ask.ts';
import { failAgain } from './harness/fail-again.ts';
import { addUser, changeUser, unique } from './harness/people.ts';
import { DEMO_PASSWORD, expect, signInAs, test } from './harness/test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Cambios' }).getByRole('row');

test('a change reads as a sentence, and opens as a difference', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page, { first_name: 'Antes' });
  await changeUser(page, person, { first_name: 'Después', phone: '600' });
  await page.goto(`/admin/audit?object=${person.id}`);
  const sentence = `modificó a Después ${person.last_name}: teléfono «600» y nombre de «Antes» a «Después».`;
  await expect(page.getByRole('heading', { name: 'Auditoría', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: `Historial de Después ${person.last_name}` })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await rows(page).filter({ hasText: sentence }).click();
  const dialog = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await expect(dialog.getByText(sentence)).toBeVisible();
  await expect(dialog.getByText('admin@demo.test')).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'nombre Antes Después' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'teléfono – 600' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
});

test('ids of a change are read by the names of what they stand for, and say what is gone', async ({
  page,
  openAs,
  server,
  playwright,
}) => {
  await signInAs(page, 'admin');
  const { token } = await ask<{ token: string }>(page, 'POST', '/api/profile/api-keys', {
    name: 'Para altas',
    scopes: ['users:read', 'users:write'],
    expires_in_days: 1,
    password: DEMO_PASSWORD,
  });
  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const name = unique();
  const added = await program.post('/api/users', {
    data: { first_name: 'Admin', last_name: name, email: `admin-${name}@example.test`, role: 'admin' },
  });
  const person = (await added.json()) as { id: string };
  await program.dispose();
  const text = { title: 'No imprime', description: 'Nada sale.', priority: 'low' };
  const ticket = await ask(page, 'POST', '/api/tickets', text);
  await ask(page, 'PUT', `/api/tickets/${ticket.id}/assignee`, { version: 1, assigned_to: person.id });

  const dialog = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await page.goto(`/admin/audit?object=${person.id}`);
  await rows(page).filter({ hasText: 'agregó a' }).click();
  await expect(dialog.getByRole('row', { name: 'empresa – Demo Iberia' })).toBeVisible();
  await expect(dialog.getByText('Para altas')).toBeVisible();

  await page.goto(`/admin/audit?object=${ticket.id}`);
  await rows(page).filter({ hasText: 'asignó' }).click();
  await expect(dialog.getByRole('row', { name: `persona asignada – Admin ${name}` })).toBeVisible();

  const root = await openAs('super_admin');
  await ask(root, 'DELETE', `/api/users/${person.id}`);
  await ask(root, 'DELETE', `/api/bin/users/${person.id}`);
  await page.reload();
  await expect(dialog.getByRole('row', { name: 'persona asignada – (eliminado)' })).toBeVisible();
});

test('an open change stays where reading it again fails', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.clock.install();
  await page.goto(`/admin/audit?object=${person.id}`);
  await rows(page).filter({ hasText: 'agregó a' }).click();
  const dialog = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await expect(dialog.getByText(`agregó a`)).toBeVisible();
  await failAgain(page, /\/api\/audit\/[\w-]+$/);
  await expect(dialog.getByText(`agregó a`)).toBeVisible();
});

test("a person's history is one step from the list of users", async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page, { first_name: 'Con historial' });
  await page.goto(`/admin/users?search=${person.last_name}`);
  await page.getByRole('button', { name: /^Más acciones para / }).click();
  await page.getByRole('menuitem', { name: 'Ver historial' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/audit\\?object=${person.id}`));
  await expect(rows(page).filter({ hasText: `agregó a Con historial ${person.last_name}.` })).toHaveCount(1);
  await page.getByRole('button', { name: 'Ver todos los cambios' }).click();
  await expect(page).not.toHaveURL(/object=/);
});

test('filters by who, what and period live in the address, and are cleared at once', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/audit?object=${person.id}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Quién' }).fill('admin@demo');
  await expect(page).toHaveURL(/actor=admin/);
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Usuarios' }).click();
  await page.getByRole('combobox', { name: 'Acción' }).click();
  await page.getByRole('option', { name: 'Creación' }).click();
  await expect(page).toHaveURL(/action=user\.created/);
  await page.getByRole('button', { name: /^Periodo/ }).click();
  await page.getByRole('button', { name: 'Últimos 7 días' }).click();
  await expect(page).toHaveURL(/from=/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Acción' }).click();
  await page.getByRole('option', { name: 'Eliminación' }).click();
  await expect(page.getByText('No hay cambios con los filtros aplicados.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(page).not.toHaveURL(/actor=|action=|from=|object=/);
});

test('what matches is downloaded as CSV, its formulas made harmless', async ({ page }) => {
  await signInAs(page, 'admin');
  const person = await addUser(page, { first_name: '=HYPERLINK("x")' });
  await page.goto(`/admin/audit?object=${person.id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Exportar CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('auditoria.csv');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFcreated_at;actor_email;/);
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  expect(text).toContain(`"'=HYPERLINK(""x"") ${person.last_name}"`);
});

test('a user sees their own sign-ins, and nothing to export', async ({ page }) => {
  await signInAs(page, 'user');
  await page.goto('/admin/audit');
  await expect(page.getByText('Cuándo y desde dónde has entrado con tu cuenta.')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'inició sesión.' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Exportar CSV' })).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Quién' })).toHaveCount(0);
});

test('a super_admin narrows the log to one organization', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/audit');
  const names = ['Una', 'Otra'].map((each) => `${each} ${unique()}`);
  for (const name of names) await ask(page, 'POST', '/api/organizations', { name });
  await page.getByRole('combobox', { name: 'Empresa' }).fill(names[0]!);
  await page.getByRole('option', { name: names[0]! }).click();
  await expect(page).toHaveURL(/organization=/);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: `creó la empresa ${names[0]}` })).toHaveCount(1);
  await page.goBack();
  await expect(rows(page).filter({ hasText: `creó la empresa ${names[1]}` })).toHaveCount(1);
});

test('what one request did is one line, its main change, that opens to the rest', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const name = `Cerrada ${unique()}`;
  const company = await ask(page, 'POST', '/api/organizations', { name, country: 'ES' });
  for (const first_name of ['Una', 'Otra', 'Tercera'])
    await ask(page, 'POST', '/api/users', {
      first_name,
      last_name: name,
      email: `${first_name.toLowerCase()}-${company.id}@example.test`,
      role: 'user',
      organization_id: company.id,
    });
  await ask(page, 'DELETE', `/api/organizations/${company.id}`, { confirm_name: name, people: 'deactivate' });
  await page.goto(`/admin/audit?organization=${company.id}`);
  const line = rows(page).filter({ hasText: `eliminó la empresa ${name}.` });
  await expect(line).toContainText('y 3 personas desactivadas');
  await expect(rows(page).filter({ hasText: 'desactivó a' })).toHaveCount(0);
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: `desactivó a tercera-${company.id}` }).click();
  await expect(dialog.getByRole('row', { name: /activo/ })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: `eliminó la empresa ${name}` })).toBeVisible();
  await page.goto(`/admin/audit?organization=${company.id}&action=user.deactivated`);
  await expect(rows(page)).toHaveCount(4);
});

test("a person's history begins with who invited them and when they accepted", async ({
  page,
  browser,
  server,
}) => {
  await signInAs(page, 'admin');
  const email = `${unique()}@example.test`;
  const { invitation } = await ask<{ invitation: { id: string } }>(page, 'POST', '/api/invitations', {
    email,
  });
  const { link } = await ask<{ link: string }>(page, 'POST', `/api/invitations/${invitation.id}/link`, {});
  const guest = await browser.newContext();
  const last_name = unique();
  const data = { token: link.split('/').at(-1), first_name: 'Marta', last_name, password: 'seis66' };
  const { session } = await askWith<{ session: { profile: { id: string } } }>(
    guest.request,
    server.url,
    'POST',
    '/api/invitations/accept',
    { data },
  );
  await guest.close();
  await page.goto(`/admin/audit?object=${session.profile.id}`);
  await expect(page.getByText(/^Invitada por Diego Ferrer Soto el .*, aceptó el .*\.$/)).toBeVisible();
  await expect(rows(page).last()).toContainText(`Diego Ferrer Soto invitó a`);
});
