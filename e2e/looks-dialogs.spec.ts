import type { Page } from '@playwright/test';
import { forgetShifts, lookAt, noteShifts, shiftsOf, widthOf } from './harness/looks.ts';
import { settle, stand } from './harness/stand.ts';
import { expect, signInAs, test, type Person } from './test.ts';

const DIALOG = '[role=dialog], [role=alertdialog], [role=menu]';

type Act = (page: Page) => Promise<void>;

/** What opens over a screen: by its address alone, or by what one does there; and what one does then, in the dialog. */
type Opened = { path: string; open?: Act; inside?: Act };

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true, disabled: false }).first().click();
const clickThere = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** The id of the first thing that a list of the API has. */
async function firstOf(page: Page, list: string): Promise<string> {
  const reply = await page.request.get(`/api/${list}`);
  const { items } = (await reply.json()) as { items: { id: string }[] };
  const [first] = items;
  if (!first) throw new Error(`/api/${list} lists nothing.`);
  return first.id;
}

async function open(page: Page, { path, open: act, inside }: Opened): Promise<void> {
  if (act) {
    await stand(page, path);
    await forgetShifts(page);
    await act(page);
  } else {
    await page.goto(path);
  }
  await expect(page.locator(DIALOG)).toBeVisible();
  await settle(page);
  if (!inside) return;
  await inside(page);
  await expect(page.locator(DIALOG)).toHaveCount(2);
  await settle(page);
}

/** Each dialog on a desk and on a phone, like the screens. */
async function lookInto(page: Page, person: Person, dialogsOf: (page: Page) => Promise<Opened[]>) {
  await signInAs(page, person);
  await noteShifts(page);
  const problems: string[] = [];
  for (const dialog of await dialogsOf(page)) {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await open(page, dialog);
      problems.push(...(await shiftsOf(page)), ...(await widthOf(page)));
      if (size.width > 390) problems.push(...(await lookAt(page, DIALOG)));
    }
  }
  expect(problems).toEqual([]);
}

test.describe.configure({ timeout: 240_000 });

test('dialogs about people and of the layout: accessible, nothing moves, none is too wide', async ({
  page,
}) => {
  await lookInto(page, 'super_admin', async () => {
    const invitations = '/admin/users?tab=invitations';
    return [
      { path: '/admin/users?user=new' },
      { path: `/admin/users?user=${await firstOf(page, 'users')}` },
      { path: '/admin/users', open: click(/^Eliminar a /) },
      { path: '/admin/users', open: click('Importar') },
      { path: invitations, open: click('Nueva Invitación') },
      { path: '/admin/plans', open: press('ControlOrMeta+k') },
      { path: '/admin/plans', open: press('?') },
      { path: '/admin/plans', open: click(/^Notificaciones/) },
      { path: '/admin/plans', open: click('Tema') },
      { path: '/admin/plans', open: click('Menú de usuario') },
      { path: '/admin/profile?tab=keys', open: click('Nueva clave') },
      { path: '/admin/profile?tab=security', open: click('Añadir clave de acceso') },
    ];
  });
});

test('dialogs about companies, plans and invoices: the same', async ({ page }) => {
  await lookInto(page, 'super_admin', async () => {
    const company = await firstOf(page, 'organizations');
    const invoice = await firstOf(page, 'invoices');
    const billing = `/admin/billing?organization=${company}&dialog`;
    return [
      { path: '/admin/companies?edit=new' },
      { path: `/admin/companies?company=${company}` },
      { path: `/admin/companies?edit=${company}` },
      { path: '/admin/companies', open: click(/^Eliminar /) },
      { path: '/admin/plans?plan=new' },
      { path: `/admin/plans?plan=${await firstOf(page, 'plans')}` },
      { path: '/admin/plans', open: click(/^Eliminar /) },
      { path: `${billing}=plan` },
      { path: `${billing}=status` },
      { path: `${billing}=tax` },
      { path: `${billing}=issue` },
      { path: `/admin/billing?tab=invoices&invoice=${invoice}` },
      { path: `/admin/billing?tab=invoices&invoice=${invoice}&dialog=pay` },
      { path: `/admin/billing?tab=invoices&invoice=${invoice}&dialog=void` },
    ];
  });
});

test('dialogs about tickets, reports and the audit: the same', async ({ page }) => {
  await lookInto(page, 'super_admin', async () => {
    const ticket = `/admin/tickets?ticket=${await firstOf(page, 'tickets')}`;
    return [
      { path: '/admin/tickets?ticket=new' },
      { path: ticket },
      { path: `${ticket}&view=history` },
      { path: ticket, inside: clickThere('Asignar') },
      { path: `/admin/audit?entry=${await firstOf(page, 'audit')}` },
      { path: '/admin/reports?figure=users~total~people~' },
    ];
  });
});

test('dialogs of an organization’s own admin: the same', async ({ page }) => {
  await lookInto(page, 'admin', async () => [
    { path: '/admin/my-companies?edit=data' },
    { path: '/admin/my-companies?edit=billing' },
    { path: '/admin/billing?dialog=plan' },
    { path: `/admin/tickets?ticket=${await firstOf(page, 'tickets')}` },
    { path: '/admin/users', open: click('Importar') },
  ]);
});

test('the sidebar of a phone: accessible', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await stand(page, '/admin/plans');
  await click('Abrir el menú')(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await lookAt(page, '[role=dialog]')).toEqual([]);
});
