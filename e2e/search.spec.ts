import type { Page } from '@playwright/test';
import { ask, firstOf } from './harness/ask.ts';
import { addUser, unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar en todo' });
const box = (page: Page) => palette(page).getByPlaceholder('Search everything...');
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true });

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(box(page)).toBeFocused();
}

const addTicket = (page: Page, title: string) =>
  ask(page, 'POST', '/api/tickets', { title, description: 'No funciona.', priority: 'low' });

test('people and tickets by group, misspelled too; Enter opens them, and they are remembered', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  const word = `Estefanía${unique()}`;
  const user = await addUser(page, { first_name: word });
  await addTicket(page, `Impresora de ${word}`);
  await openPalette(page);
  await box(page).fill(word.replace('í', 'i').toUpperCase());
  const person = new RegExp(`${user.email} · Usuario · Demo Iberia`);
  await expect(group(page, 'Usuarios').getByRole('option')).toHaveText([person, 'Ver todos']);
  const ticket = group(page, 'Tickets').getByRole('option');
  const told = new RegExp(`Impresora de ${word}#\\d+ · Abierto · Demo Iberia · \\d{1,2} [a-z]{3,4} \\d{4}`);
  await expect(ticket).toHaveText([told, 'Ver todos']);
  await box(page).fill(word.replace('f', 'ph'));
  await expect(group(page, 'Usuarios').getByRole('option').first()).toContainText(user.email);
  await box(page).fill(`${word} impresora`);
  await expect(palette(page).getByRole('option')).toHaveText([/Impresora/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Impresora de ${word}` })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/tickets\?ticket=/);
  await page.goto('/admin');
  await openPalette(page);
  await expect(group(page, 'Recientes').getByRole('option')).toHaveText([/Impresora.*#\d+$/]);
  await box(page).fill(user.email);
  await group(page, 'Usuarios').getByRole('option').first().click();
  await expect(page.getByRole('dialog', { name: 'Editar Usuario' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`));
});

test("all that is found of a kind is a press away, in the list of that kind, where it is one's own", async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin');
  const lists = [
    ['Empresas', /\/admin\/companies\?search=demo\+iberia$/],
    ['Facturas', /\/admin\/billing\?tab=invoices&search=demo\+iberia$/],
  ] as const;
  for (const [name, address] of lists) {
    await openPalette(page);
    await box(page).fill('demo iberia');
    await expect(group(page, 'Empresas').getByRole('option').first()).toContainText('Activo');
    await group(page, name).getByRole('option', { name: 'Ver todos' }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('row').filter({ hasText: 'Demo Iberia' }).first()).toBeVisible();
  }
  const user = await openAs('user');
  await user.goto('/admin');
  const word = `todos${unique()}`;
  await addTicket(user, word);
  await openPalette(user);
  await box(user).fill(word);
  await expect(palette(user).getByRole('option')).toHaveText([new RegExp(word), 'Ver todos']);
  await box(user).press('ArrowDown');
  await box(user).press('Enter');
  await expect(user).toHaveURL(new RegExp(`/admin/tickets\\?search=${word}$`));
  await expect(user.getByRole('row').filter({ hasText: word })).toHaveCount(1);
});

test('a user finds their own tickets alone; a super_admin also companies', async ({ page, openAs }) => {
  await signInAs(page, 'user');
  await page.goto('/admin/tickets');
  const word = `propio${unique()}`;
  await addTicket(page, word);
  const boss = await openAs('super_admin');
  await boss.goto('/admin/companies');
  await openPalette(boss);
  await box(boss).fill('demo iberia');
  await group(boss, 'Empresas').getByRole('option', { name: 'Demo Iberia' }).click();
  await expect(boss.getByRole('dialog', { name: 'Demo Iberia' })).toBeVisible();
  await openPalette(page);
  await box(page).fill('demo.test');
  await expect(palette(page).getByText('Nada coincide con «demo.test»')).toBeVisible();
  await box(page).fill(word);
  await expect(group(page, 'Tickets').getByRole('option')).toHaveText([new RegExp(word), 'Ver todos']);
  await expect(group(page, 'Usuarios')).toHaveCount(0);
});

test('a group that fails is named, the others stand; a late answer changes nothing', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  const word = `tarde${unique()}`;
  const user = await addUser(page, { first_name: word });
  const asked: string[] = [];
  let answerFirst = () => {};
  const held = new Promise<void>((resolve) => (answerFirst = resolve));
  await page.route('**/api/search?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    asked.push(q);
    const found = { id: user.id, label: `Para ${q}`, detail: '', address: '/admin/users' };
    const users = { key: 'users', items: [found], failed: false };
    if (q === 'primera') await held;
    await route
      .fulfill({ json: { groups: [users, { key: 'tickets', items: [], failed: true }] } })
      // The page has given up what it no longer waits for.
      .catch(() => undefined);
  });
  await openPalette(page);
  await box(page).fill('primera');
  await expect.poll(() => asked).toEqual(['primera']);
  await box(page).pressSequentially(' y otra');
  await expect(group(page, 'Usuarios').getByRole('option')).toHaveText(['Para primera y otra']);
  answerFirst();
  await expect(palette(page).getByText('No se ha podido buscar en: Tickets.')).toBeVisible();
  await expect(group(page, 'Usuarios').getByRole('option')).toHaveText(['Para primera y otra']);
  expect(asked.at(-1)).toBe('primera y otra');
});

test('Enter waits for what is found for what was typed, and runs nothing of before', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/search?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    if (q !== 'ana') await held;
    const items = ['1', '2'].map((id) => ({
      id,
      label: `Para ${q} ${id}`,
      detail: '',
      address: `/admin/profile?found=${id}`,
    }));
    // The page gives up what it no longer waits for.
    await route
      .fulfill({ json: { groups: [{ key: 'users', items, failed: false }] } })
      .catch(() => undefined);
  });
  await openPalette(page);
  await box(page).fill('ana');
  const found = group(page, 'Usuarios').getByRole('option');
  await expect(found).toHaveText(['Para ana 1', 'Para ana 2']);
  await box(page).press('x');
  await box(page).press('Enter');
  await expect(found).toHaveText(['Para ana 1', 'Para ana 2']);
  await expect(page).toHaveURL(/\/admin\/users/);
  answer();
  await expect(page).toHaveURL(/\/admin\/profile\?found=1/);
  await expect(palette(page)).toHaveCount(0);
});

test('what can be created is found by what it is called and by how it is begun, as far as one may', async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin');
  const forms = [
    ['Crear Ticket', 'Crear Ticket'],
    ['Agregar Usuario', 'Agregar Usuario'],
    ['Nueva Invitación', 'Invitar Usuario'],
    ['Agregar Empresa', 'Agregar Empresa'],
    ['Crear Plan', 'Crear Plan'],
    ['Emitir factura', 'Emitir factura'],
  ] as const;
  for (const [name, form] of forms) {
    await openPalette(page);
    await box(page).fill('crear');
    await expect(group(page, 'Crear').getByRole('option')).toHaveText(forms.map(([label]) => label));
    await box(page).fill(`nuevo ${name}`);
    await group(page, 'Crear').getByRole('option', { name }).click();
    await expect(page.getByRole('dialog', { name: form })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: form })).toBeHidden();
  }
  const user = await openAs('user');
  await user.goto('/admin');
  await openPalette(user);
  await expect(group(user, 'Crear').getByRole('option')).toHaveText(['Crear Ticket']);
});

test("invoices, pages and actions are found too, pages as far as they are one's own", async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin');
  const invoice = await firstOf<{ code: string }>(page, '/api/invoices');
  await openPalette(page);
  await box(page).fill(invoice.code);
  await group(page, 'Facturas').getByRole('option', { name: invoice.code }).click();
  await expect(page.getByRole('dialog').getByText(invoice.code).first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/billing\?.*invoice=/);
  await page.goto('/admin');
  await openPalette(page);
  await box(page).fill('auditoria');
  await group(page, 'Páginas').getByRole('option', { name: 'Auditoría' }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await openPalette(page);
  await box(page).fill('oscuro');
  await group(page, 'Acciones').getByRole('option').click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  const user = await openAs('user');
  await user.goto('/admin');
  await openPalette(user);
  await box(user).fill('reportes');
  await expect(palette(user).getByRole('option')).toHaveCount(0);
});
