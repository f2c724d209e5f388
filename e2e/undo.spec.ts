import type { Locator, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { chooseMore } from './harness/more.ts';
import { addUser, unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const question = (page: Page) => page.getByRole('alertdialog');
const undo = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Deshacer' }).click();

type Made = { id: string; name: string; slug: string };
/** A company with a ticket, which is opened, and in it the replies that were written in advance. */
async function openReplies(page: Page): Promise<Locator> {
  const company = await ask<Made>(page, 'POST', '/api/organizations', { name: `Empresa ${unique()}` });
  const ticket = { title: `Ticket ${unique()}`, description: 'No va.', organization_id: company.id };
  await page.goto(`/admin/tickets?ticket=${(await ask<Made>(page, 'POST', '/api/tickets', ticket)).id}`);
  await page.getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('button', { name: 'Respuestas guardadas' }).click();
  await page.getByRole('menuitem', { name: 'Gestionar respuestas' }).click();
  return page.getByRole('dialog', { name: 'Respuestas guardadas' });
}

/** Makes two people of a name administrators, from the bar of the list. */
async function promoteTwo(page: Page, name: string): Promise<string> {
  const people = [await addUser(page, { first_name: name }), await addUser(page, { first_name: name })];
  await page.goto(`/admin/users?search=${name}`);
  const boxes = page.getByRole('row').filter({ hasText: name }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await boxes.first().click();
  await boxes.last().click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Cambiar rol' }).click();
  await page.getByRole('menuitem', { name: 'Administrador' }).click();
  await expect(toast(page, '2 usuarios actualizados a Administrador')).toBeVisible();
  return people[0]!.id;
}
const administrators = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Administrador' });

test('a bulk change of role is undone from its toast', async ({ page }) => {
  const name = `Tostada ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  await promoteTwo(page, name);
  await expect(administrators(page, name)).toHaveCount(2);
  await toast(page, '2 usuarios actualizados').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await expect(administrators(page, name)).toHaveCount(0);
});

test('the same from the audit page, which links the change and its undoing', async ({ page }) => {
  const name = `Auditada ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  const id = await promoteTwo(page, name);
  await page.goto(`/admin/audit?object=${id}`);
  await page.getByRole('row').filter({ hasText: 'cambió el rol de' }).click();
  const detail = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await detail.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await detail.getByRole('button', { name: 'Ver el cambio que lo deshizo' }).click();
  await expect(detail.getByRole('paragraph').filter({ hasText: 'deshizo un cambio de' })).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Ver el cambio deshecho' })).toBeVisible();
  await page.goto(`/admin/users?search=${name}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2);
  await expect(administrators(page, name)).toHaveCount(0);
});

test('a bulk change of tickets is undone from its toast, each to what it was', async ({ page }) => {
  const name = `Lote ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  await page.goto(`/admin/tickets?search=${encodeURIComponent(name)}`);
  for (const priority of ['low', 'high']) {
    const data = { title: `${name} ${priority}`, description: 'No va.', priority };
    await ask(page, 'POST', '/api/tickets', data);
  }
  await page.reload();
  const row = (priority: string) => page.getByRole('row').filter({ hasText: `${name} ${priority}` });
  await expect(row('low')).toContainText('Baja');
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Cambiar prioridad' }).click();
  await page.getByRole('menuitem', { name: 'Urgente' }).click();
  for (const each of ['low', 'high']) await expect(row(each)).toContainText('Urgente');
  await toast(page, '2 tickets actualizados').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await expect(row('low')).toContainText('Baja');
  await expect(row('high')).toContainText('Alta');
});

test('Ctrl Z takes a deletion back while its toast is there, and the focus is on the row that came back', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const name = `Tecla ${Date.now().toString(36)}`;
  const person = await addUser(page, { first_name: name });
  await addUser(page, { first_name: name });
  await page.goto(`/admin/users?search=${name}`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('button', { name: /^Eliminar a / }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Se puede deshacer durante 30 días desde la papelera.');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(row).toHaveCount(0);
  await expect(toast(page, 'Usuario eliminado')).toContainText('F6');
  // In a field it takes back what was typed there.
  await page.getByRole('searchbox', { name: 'Cargo' }).focus();
  await page.keyboard.press('Control+z');
  await expect(row).toHaveCount(0);
  await page.getByRole('heading', { name: 'Gestión de Usuarios' }).click();
  await page.getByRole('searchbox', { name: 'Cargo' }).blur();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Cambio deshecho')).toBeVisible();
  await expect(row).toBeFocused();
});

test('access that was taken in the form or in the menu of a row is given back by the toast', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/users?search=${person.email}&user=${person.id}`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  const form = page.getByRole('dialog', { name: 'Editar Usuario' });
  await form.getByRole('switch', { name: 'Usuario activo' }).click();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(row).toContainText('Inactivo');
  await toast(page, `Se ha desactivado a ${person.first_name} ${person.last_name}`)
    .getByRole('button', { name: 'Deshacer' })
    .click();
  await expect(row).not.toContainText('Inactivo');
  await expect(row).toBeFocused();
  await row.getByRole('button', { name: /^Más acciones para / }).click();
  await page.getByRole('menuitem', { name: 'Desactivar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click();
  await expect(row).toContainText('Inactivo');
  await toast(page, `Se ha desactivado a ${person.first_name} ${person.last_name}`)
    .getByRole('button', { name: 'Deshacer' })
    .click();
  await expect(row).not.toContainText('Inactivo');
  await expect(row).toBeFocused();
});

test('who was deleted is found in the bin of the list, which the question leads to, and comes back', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const person = await addUser(page);
  await page.goto(`/admin/users?search=${person.email}`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('button', { name: /^Eliminar a / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Papelera' }).click();
  const item = page.getByRole('listitem').filter({ hasText: person.email });
  await expect(item).toContainText(/Eliminado por .+ · quedan 30 días/);
  await item.getByRole('button', { name: /^Restaurar / }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: 'Papelera' }).click();
  await row.getByRole('button', { name: /^Eliminar a / }).click();
  await page.getByRole('alertdialog').getByRole('link', { name: 'la papelera' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Papelera', pressed: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\?bin=true/);
});

test('before companies, tickets and plans are deleted the question leads to the bin of their list, too', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await ask<Made>(page, 'POST', '/api/organizations', { name: `Empresa ${unique()}` });
  const data = { title: `Ticket ${unique()}`, description: 'No va.', organization_id: company.id };
  const ticket = await ask<Made>(page, 'POST', '/api/tickets', data);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const screens: [path: string, ask: () => Promise<void>][] = [
    [`/admin/companies?search=${company.slug}`, () => press(`Eliminar ${company.name}`)],
    [
      `/admin/tickets?ticket=${ticket.id}`,
      () => chooseMore(page.getByRole('dialog', { name: data.title }), 'Eliminar'),
    ],
    ['/admin/plans', () => press('Eliminar Pro')],
  ];
  for (const [path, ask] of screens) {
    await page.goto(path);
    await ask();
    await question(page).getByRole('link', { name: 'la papelera' }).click();
    await expect(page).toHaveURL(`${path.replace(/\?.*/, '')}?bin=true`);
    await expect(page.getByRole('button', { name: 'Papelera', pressed: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a saved reply comes back from the bin of its dialog, which the question leads to', async ({ page }) => {
  const title = `Saludo ${unique()}`;
  await signInAs(page, 'super_admin');
  await ask(page, 'POST', '/api/canned-replies', { title, body: 'Hola.' });
  const replies = await openReplies(page);
  const remove = replies.getByRole('button', { name: `Eliminar «${title}»` });
  const bin = replies.getByRole('button', { name: 'Papelera' });
  await remove.click();
  await question(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(remove).toHaveCount(0);
  await bin.click();
  await replies.getByRole('button', { name: `Restaurar ${title}` }).click();
  await expect(toast(page, `${title}: restaurado`)).toBeVisible();
  await bin.click();
  await remove.click();
  await expect(question(page)).toContainText('Se puede deshacer durante 30 días desde la papelera.');
  await question(page).getByRole('button', { name: 'la papelera' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(bin).toHaveAttribute('aria-pressed', 'true');
  await expect(remove).toHaveCount(0);
  await expect(replies.getByRole('region', { name: 'Papelera' })).toBeFocused();
});

test('an invitation, a plan and a saved reply that come back by the toast have the focus', async ({
  page,
}) => {
  const name = unique();
  await signInAs(page, 'super_admin');
  const company = await ask<Made>(page, 'POST', '/api/organizations', { name: `Empresa ${name}` });
  const email = `vuelve-${name}@example.test`;
  await ask(page, 'POST', '/api/invitations', { email, role: 'user', organization_id: company.id });
  await page.goto(`/admin/users?tab=invitations&isearch=${email}`);
  const invitation = page.getByRole('listitem').filter({ hasText: email });
  await invitation.getByRole('button', { name: 'Cancelar' }).click();
  await question(page).getByRole('button', { name: 'Cancelar invitación' }).click();
  await expect(invitation).toHaveCount(0);
  await undo(page, 'Invitación cancelada');
  await expect(invitation).toBeFocused();

  const terms = { price_cents: 1900, description: 'Para probar', features: [], max_users: 10 };
  const plan = await ask<Made>(page, 'POST', '/api/plans', { name: `Plan ${name}`, ...terms });
  await page.goto('/admin/plans');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('region', { name: plan.name }) });
  await card.getByRole('button', { name: `Eliminar ${plan.name}` }).click();
  await question(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(card).toHaveCount(0);
  await undo(page, 'Plan eliminado');
  await expect(card).toBeFocused();

  const title = `Saludo ${name}`;
  await ask(page, 'POST', '/api/canned-replies', { title, body: 'Hola.' });
  const reply = (await openReplies(page)).getByRole('listitem').filter({ hasText: title });
  await reply.getByRole('button', { name: `Eliminar «${title}»` }).click();
  await question(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(reply).toHaveCount(0);
  await undo(page, 'Respuesta eliminada');
  await expect(reply).toBeFocused();
});
