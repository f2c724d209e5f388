import type { Page } from '@playwright/test';
import type { MailSink } from './harness/mails.ts';
import { becomeMember, choosePassword } from './harness/members.ts';
import { addUser, unique } from './harness/people.ts';
import { expect, PASSWORD_OF_MEMBERS, PEOPLE, type Person, signIn, signInAs, test } from './test.ts';

test.use({ expectedErrors: [/status of 500/] });

type Part = {
  /** What is read for it. */
  asked: string | RegExp;
  as: Person;
  open: (page: Page) => Promise<unknown>;
  /** In its place, as long as that fails. */
  failed: string | RegExp;
  /** Once it has been read. */
  there: string | RegExp;
};

const to = (path: string) => (page: Page) => page.goto(path);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const SERVER = 'Error inesperado del servidor.';

/** Parts of a screen that are read by themselves. */
const PARTS: Record<string, Part> = {
  'the tax data beside a subscription': {
    asked: /\/api\/organizations\/[^/]+$/,
    as: 'admin',
    open: to('/admin/billing'),
    failed: 'No se han podido cargar los datos fiscales.',
    there: 'Email de facturación',
  },
  'the seats of the own company': {
    asked: '**/api/organizations/*/seats',
    as: 'admin',
    open: to('/admin/my-companies'),
    failed: 'No se han podido cargar las plazas.',
    there: 'Personas activas',
  },
  'the seats in the detail of a company': {
    asked: '**/api/organizations/*/seats',
    as: 'super_admin',
    open: async (page) => {
      await page.goto('/admin/companies?search=Demo%20Iberia');
      await button(page, 'Ver Demo Iberia');
    },
    failed: 'No se han podido cargar las plazas.',
    there: /personas activas? y \d+ invitaci/,
  },
  'the sessions of a person': {
    asked: '**/api/users/*/sessions',
    as: 'admin',
    open: async (page) => {
      await page.goto(`/admin/users?search=${PEOPLE.user}`);
      await button(page, /^Más acciones para /);
      await page.getByRole('menuitem', { name: 'Ver sesiones y claves' }).click();
    },
    failed: SERVER,
    there: /^(Ninguna sesión abierta\.|.*Última actividad.*)/,
  },
  'one’s own sessions': {
    asked: '**/api/profile/sessions',
    as: 'user',
    open: to('/admin/profile?tab=sessions'),
    failed: SERVER,
    there: 'Esta sesión',
  },
  'the replies written in advance': {
    asked: '**/api/canned-replies',
    as: 'super_admin',
    open: async (page) => {
      await page.goto('/admin/tickets');
      await page.getByRole('row').nth(1).click();
      await button(page, 'Responder');
      await button(page, 'Respuestas guardadas');
    },
    failed: 'No se han podido cargar las respuestas.',
    there: 'Acuse de recibo',
  },
  'what another price would mean': {
    asked: '**/api/plans/*/simulation',
    as: 'super_admin',
    open: async (page) => {
      await page.goto('/admin/plans');
      await button(page, 'Editar Basic');
      await page.getByLabel('Precio (USD por mes)').fill('30');
    },
    failed: 'No se ha podido calcular el cambio.',
    there: /^Si cambian, ingresos al mes/,
  },
  'what another plan would cost': {
    asked: '**/api/organizations/*/subscription/preview?*',
    as: 'super_admin',
    open: async (page) => {
      const found = await page.context().request.get('/api/organizations?search=Demo%20Iberia');
      const { items } = (await found.json()) as { items: { id: string }[] };
      await page.goto(`/admin/billing?organization=${items[0]?.id ?? ''}&dialog=plan`);
      await page.getByRole('combobox', { name: 'Nuevo plan' }).click();
      await page.getByRole('option').last().click();
    },
    failed: SERVER,
    there: /^El cambio se hace/,
  },
};

for (const [name, { asked, as, open, failed, there }] of Object.entries(PARTS))
  test(`${name}: a failure is told as one, and asked again at a press`, async ({ page }) => {
    await signInAs(page, as);
    await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }));
    await open(page);
    await expect(page.getByText(failed).first()).toBeVisible();
    await expect(page.getByText(there)).toHaveCount(0);
    await page.unroute(asked);
    await page
      .getByRole('button', { name: 'Reintentar' })
      .or(page.getByRole('menuitem', { name: 'Reintentar' }))
      .click();
    await expect(page.getByText(there).first()).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  });

type Link = Pick<Part, 'asked' | 'failed' | 'there'> & {
  of: (parts: { root: Page; mails: MailSink }) => Promise<string>;
};

const post = (page: Page, path: string, data: object) =>
  page.context().request.post(path, { data, headers: { origin: new URL(page.url()).origin } });

/** What the links of mails open, for people who are not signed in. */
const LINKS: Record<string, Link> = {
  'an invitation': {
    of: async ({ root, mails }) => {
      const email = `invitada-${unique()}@example.test`;
      await root.goto('/app');
      await post(root, '/api/invitations', { email, role: 'user' });
      return (await mails.to(email, { subject: /invita/i })).link;
    },
    asked: '**/api/invitations/open',
    failed: 'Error verificando la invitación',
    there: 'Aceptar Invitación',
  },
  'a link to choose another password': {
    of: async ({ root, mails }) => (await mails.to((await addUser(root)).email)).link,
    asked: '**/api/password-resets/check',
    failed: SERVER,
    there: 'Guardar contraseña',
  },
};

for (const [name, { of, asked, failed, there }] of Object.entries(LINKS))
  test(`${name}: a failure is told as one, and asked again at a press`, async ({ page, openAs, mails }) => {
    const link = await of({ root: await openAs('admin'), mails });
    await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(link);
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
    await expect(page.getByRole('button', { name: there })).toHaveCount(0);
    await page.unroute(asked);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('button', { name: there })).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  });

test('the ways in to look through after a reset: the same', async ({ page, mails }) => {
  const { email } = await becomeMember(page, mails);
  await post(page, '/api/password-resets', { email });
  await choosePassword(page, (await mails.to(email, { subject: /Restablece/ })).link);
  await signIn(page, email, PASSWORD_OF_MEMBERS);
  await page.route('**/api/profile/access-review', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/admin/profile?tab=security');
  const failed = page.getByText('No se han podido cargar las formas de entrar en tu cuenta.');
  const review = page.getByRole('button', { name: 'Ya lo he revisado' });
  await expect(failed).toBeVisible();
  await expect(review).toHaveCount(0);
  await page.unroute('**/api/profile/access-review');
  await page.locator('section').filter({ has: failed }).getByRole('button', { name: 'Reintentar' }).click();
  await expect(review).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test('while tax data are read, and where that fails, none are said to be missing', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const found = await page.context().request.get('/api/organizations?search=Demo%20Iberia');
  const { items } = (await found.json()) as { items: { id: string }[] };
  await page.route(/\/api\/organizations\/[^/]+$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/admin/billing?organization=${items[0]?.id ?? ''}`);
  await expect(page.getByRole('heading', { name: 'Datos fiscales' })).toBeVisible();
  await expect(page.getByText('NIF / VAT')).toHaveCount(0);
});

/** Where the address names a company, and the screen its name. */
const NAMED: [string, (page: Page) => Promise<unknown>][] = [
  [
    '/admin/tickets',
    (page) => expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue('Nombre no disponible'),
  ],
  [
    '/admin/billing',
    (page) => expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue('Nombre no disponible'),
  ],
  [
    '/admin/reports',
    (page) => expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue('Nombre no disponible'),
  ],
  [
    '/admin/users',
    (page) => expect(page.getByRole('button', { name: /Nombre no disponible/ })).toBeVisible(),
  ],
];
for (const [path, said] of NAMED)
  test(`${path}: a company whose name cannot be read is no riddle`, async ({ page }) => {
    await signInAs(page, 'super_admin');
    const found = await page.context().request.get('/api/organizations?search=Demo%20Iberia');
    const { items } = (await found.json()) as { items: { id: string }[] };
    const id = items[0]?.id ?? '';
    for (const asked of [`**/api/organizations/${id}`, '**/api/reports?*'])
      await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${path}?organization=${id}`);
    await said(page);
    await page.goto(`${path}?organization=01a20bdd-0000-7000-8000-000000000000`);
    await expect(page.getByText('…', { exact: true })).toHaveCount(0);
  });
