import type { Page } from '@playwright/test';
import { ask, firstOf } from './harness/ask.ts';
import { addUser, unique } from './harness/people.ts';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const focused = (page: Page) => page.locator(':focus');

async function openByKey(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

test('a form has the focus in its first field, and what opened it has it back afterwards', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const forms = [
    { path: '/admin/users', name: 'Agregar Usuario', field: 'Nombre' },
    // What is edited is read first: a dialog that waits is shown before the form.
    { path: '/admin/users', name: /^Editar a /, field: 'Nombre' },
    { path: '/admin/companies', name: 'Agregar Empresa', field: 'Nombre de la empresa' },
    { path: '/admin/companies', name: /^Editar /, field: 'Nombre de la empresa' },
    { path: '/admin/plans', name: 'Crear Plan', field: 'Nombre del plan' },
    { path: '/admin/plans', name: /^Editar /, field: 'Nombre del plan' },
    { path: '/admin/tickets', name: 'Crear Ticket', field: 'Título' },
    { path: '/admin/users?tab=invitations', name: 'Nueva Invitación', field: 'Email' },
    { path: '/admin/profile?tab=security', name: 'Añadir clave de acceso', field: 'Nombre' },
  ];
  for (const { path, name, field } of forms) {
    await stand(page, path);
    await openByKey(page, name);
    await expect(page.getByRole('dialog').getByLabel(field, { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name }).first()).toBeFocused();
  }
});

test('a person is opened, saved, deleted and brought back without a pointer', async ({ page }) => {
  await signInAs(page, 'admin');
  const name = unique();
  const people = [await addUser(page, { first_name: name }), await addUser(page, { first_name: name })];
  await stand(page, `/admin/users?search=${name}&sort=name`);
  const [first, second] = people.toSorted((a, b) => (a.last_name < b.last_name ? -1 : 1));
  await rowOf(page, first!.email).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });
  await expect(dialog.getByLabel('Nombre')).toBeFocused();
  await page.keyboard.type(`${name} Luz`);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, first!.email)).toBeFocused();
  await expect(rowOf(page, first!.email)).toContainText('Luz');

  await rowOf(page, first!.email)
    .getByRole('button', { name: /^Eliminar a / })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, first!.email)).toHaveCount(0);
  await expect(rowOf(page, second!.email)).toBeFocused();
  await expect(page.getByText('Usuario eliminado exitosamente')).toBeVisible();
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('Deshacer');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, first!.email)).toBeVisible();
  await expect(focused(page)).toHaveCount(1);
});

test('a ticket is opened, answered and resolved without a pointer', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const title = `Impresora ${unique()}`;
  const organization_id = (await firstOf(page, '/api/organizations')).id;
  await ask(page, 'POST', '/api/tickets', { title, description: 'No va.', priority: 'low', organization_id });
  await stand(page, `/admin/tickets?search=${encodeURIComponent(title)}`);
  await rowOf(page, title).focus();
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: title });
  await expect(ticket.getByRole('heading', { name: title })).toBeFocused();
  expect(await page.evaluate(cutOff)).toBeNull();
  await ticket.getByRole('button', { name: 'Responder' }).focus();
  await page.keyboard.press('Enter');
  const answer = ticket.getByRole('textbox', { name: 'Respuesta' });
  await expect(answer).toBeFocused();
  await page.keyboard.type('Lo miramos.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(answer).toHaveValue('');
  await expect(answer).toBeFocused();

  const more = ticket.getByRole('button', { name: 'Más acciones' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Asignar' })).toBeFocused();
  for (let below = 0; below < 3; below++) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Marcar como Resuelto' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Mensaje de cierre')).toBeFocused();
  await page.keyboard.type('Hecho.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(more).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, title)).toBeFocused();
});

test('what is reached by Tab after the skip link does not lie below the top bar', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await stand(page, '/admin/users');
  const skip = page.getByRole('link', { name: 'Saltar al contenido' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const bar = await page.getByRole('banner').boundingBox();
  const next = await focused(page).boundingBox();
  expect(next!.y).toBeGreaterThanOrEqual(bar!.height);
});

/** Runs in the page: by what the ring of the focused element is cut off, or null. */
function cutOff(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused);
  // The ring of a link that takes clicks on a whole card is the card's.
  if (outlineStyle === 'none')
    return getComputedStyle(focused, '::after').outlineStyle === 'solid' ? null : focused.outerHTML;
  const beyond = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const isWithin = (x: [number, number], y: [number, number]) =>
    left - beyond >= x[0] - 0.5 &&
    right + beyond <= x[1] + 0.5 &&
    top - beyond >= y[0] - 0.5 &&
    bottom + beyond <= y[1] + 0.5;
  if (!isWithin([0, innerWidth], [0, Infinity])) return `the window: ${focused.outerHTML.slice(0, 120)}`;
  for (let around = focused.parentElement; around; around = around.parentElement) {
    if (around === document.body || getComputedStyle(around).overflowX === 'visible') continue;
    const box = around.getBoundingClientRect();
    if (!isWithin([box.left, box.right], [box.top, box.bottom]))
      return `${around.className}: ${focused.outerHTML.slice(0, 120)}`;
  }
  return null;
}

test('the ring around whatever has the keyboard is cut off nowhere', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const cut = new Set<string>();
  for (const path of ['/admin', '/admin/users', '/admin/settings?tab=security', '/admin/plans']) {
    await stand(page, path);
    for (let stop = 0; stop < 36; stop++) {
      await page.keyboard.press('Tab');
      const by = await page.evaluate(cutOff);
      if (by !== null) cut.add(by);
    }
  }
  expect([...cut]).toEqual([]);
});
