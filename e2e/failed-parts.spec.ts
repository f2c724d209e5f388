import type { Locator, Page } from '@playwright/test';
import { ask, firstOf } from './harness/ask.ts';
import { FAILURES, FAILURES_ON_CONSOLE, failWith, type Failure } from './harness/failures.ts';
import type { MailSink } from './harness/mails.ts';
import { becomeMember, choosePassword } from './harness/members.ts';
import { addUser, unique } from './harness/people.ts';
import { expect, PASSWORD_OF_MEMBERS, PEOPLE, type Person, signIn, signInAs, test } from './harness/test.ts';

test.use({ expectedErrors: [FAILURES_ON_CONSOLE] });

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
  'one’s own keys': {
    asked: '**/api/profile/api-keys',
    as: 'otherAdmin',
    open: to('/admin/profile?tab=keys'),
    failed: SERVER,
    there: 'Todavía no tienes ninguna clave.',
  },
  'the domains of a company': {
    asked: /\/api\/domains(\?|$)/,
    as: 'otherAdmin',
    open: to('/admin/settings?tab=security'),
    failed: 'No se han podido cargar los dominios',
    there: 'Todavía no hay ningún dominio.',
  },
  'the webhooks of a company': {
    asked: /\/api\/webhooks(\?|$)/,
    as: 'otherAdmin',
    open: to('/admin/settings?tab=integrations'),
    failed: SERVER,
    there: 'Todavía no hay webhooks.',
  },
  'the responsible declaration': {
    asked: '**/api/declarations/current',
    as: 'super_admin',
    open: to('/admin/verifactu?tab=issuer'),
    failed: 'No se ha podido cargar la declaración responsable.',
    there: 'Nadie ha firmado la declaración responsable de esta versión',
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
  'what another plan would cost': {
    asked: '**/api/organizations/*/subscription/preview?*',
    as: 'super_admin',
    open: async (page) => {
      const { id } = await firstOf(page, '/api/organizations?search=Demo%20Iberia');
      await page.goto(`/admin/billing?organization=${id}&dialog=plan`);
      await page.getByRole('combobox', { name: 'Nuevo plan' }).click();
      await page.getByRole('option', { name: /^Pro / }).click();
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
      .first()
      .click();
    await expect(page.getByText(there).first()).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  });

type Question = Pick<Part, 'asked'> & {
  open: (parts: { page: Page; admin: Page; mails: MailSink }) => Promise<unknown>;
  /** In its place; without that, the words for what failed. */
  failed?: string;
  there: (page: Page) => Locator;
};

/** Reads that need a body, and so are sent as mutations are: they fail in every way in which those do. */
const QUESTIONS: Record<string, Question> = {
  'an invitation': {
    asked: '**/api/invitations/open',
    open: async ({ page, admin, mails }) => {
      const email = `invitada-${unique()}@example.test`;
      await ask(admin, 'POST', '/api/invitations', { email, role: 'user' });
      await page.goto((await mails.to(email, { subject: /invita/i })).link);
    },
    failed: 'Error verificando la invitación',
    there: (page) => page.getByRole('button', { name: 'Aceptar Invitación' }),
  },
  'a link to choose another password': {
    asked: '**/api/password-resets/check',
    open: async ({ page, admin, mails }) => page.goto((await mails.to((await addUser(admin)).email)).link),
    there: (page) => page.getByRole('button', { name: 'Guardar contraseña' }),
  },
  'what another price would mean': {
    asked: '**/api/plans/*/simulation',
    open: async ({ page }) => {
      await signInAs(page, 'super_admin');
      await page.goto('/admin/plans');
      await button(page, 'Editar Basic');
      await page.getByLabel('Precio (USD por mes)').fill('30');
    },
    failed: 'No se ha podido calcular el cambio.',
    there: (page) => page.getByText(/^Si cambian, ingresos al mes/),
  },
  'what an archived plan’s companies would pay elsewhere': {
    asked: '**/api/plans/*/simulation',
    open: async ({ page }) => {
      await signInAs(page, 'super_admin');
      await page.goto('/admin/plans');
      await button(page, 'Eliminar Pro');
      await page.getByRole('combobox', { name: 'Plan al que pasan' }).click();
      await page.getByRole('option', { name: /^Enterprise/ }).click();
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' })).toBeDisabled();
    },
    failed: 'No se ha podido calcular el cambio.',
    there: (page) => page.getByText(/^Si cambian, ingresos al mes/),
  },
};

for (const [name, { asked, open, failed, there }] of Object.entries(QUESTIONS))
  test(`${name}: every failure is told as one, and asked again at a press`, async ({
    page,
    openAs,
    mails,
  }) => {
    const failures: (Failure | null)[] = [...Object.values(FAILURES), null];
    let failure: Failure | null = failures[0]!;
    await page.route(asked, (route) => (failure ? failWith(route, failure) : route.fallback()));
    await open({ page, admin: await openAs('admin'), mails });
    for (const next of failures.slice(1)) {
      const alert = page.getByRole('alert').filter({ hasText: failed ?? failure!.words });
      await expect(alert).toBeVisible();
      await expect(there(page)).toHaveCount(0);
      failure = next;
      const asking = page.waitForRequest(asked);
      await page.getByRole('button', { name: 'Reintentar' }).click();
      // Answered: what is shown until then is the failure before, in the same words.
      const answer = await (await asking).response();
      await answer?.finished();
    }
    await expect(there(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  });

test('the ways in to look through after a reset: the same', async ({ page, mails }) => {
  const { email } = await becomeMember(page, mails);
  await ask(page, 'POST', '/api/password-resets', { email });
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

type Choice = {
  asked: string;
  /** COMPANY and TICKET in it are replaced by the ids of Demo Iberia and of its newest ticket. */
  path: string;
  /** What has to be shown or done while `asked` still succeeds; absent: it fails from the start. */
  before?: (page: Page) => Promise<unknown>;
  /** The button or option whose press shows the select, which then sends `asked`. */
  press?: string | RegExp;
  label: string;
  /** One of its options, once they have been read. */
  option: string | RegExp;
};

const OPTIONS_FAILED = 'No se han podido cargar las opciones';
const PLANS = '**/api/plans?*';
const OVERVIEW = '**/api/organizations/overview';
const ASSIGNEES = '**/api/tickets/assignees*';
const COMPANIES = /\/api\/organizations(\?|$)/;
const stands = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();
const bulk = async (page: Page) => page.locator('tbody').getByRole('checkbox').first().click();

/** Selects whose options are read. */
const SELECTS: Choice[] = [
  { asked: OVERVIEW, path: '/admin/companies', label: 'Plan', option: 'Enterprise' },
  { asked: OVERVIEW, path: '/admin/companies?edit=COMPANY', label: 'Plan', option: 'Enterprise' },
  {
    asked: PLANS,
    path: '/admin/billing?organization=COMPANY&dialog=plan',
    label: 'Nuevo plan',
    option: /^Basic/,
  },
  {
    asked: PLANS,
    path: '/admin/plans',
    before: stands,
    press: 'Eliminar Pro',
    label: 'Plan al que pasan',
    option: /^Enterprise/,
  },
  {
    asked: ASSIGNEES,
    path: '/admin/tickets?ticket=new',
    before: async (page) => {
      await page.getByRole('dialog').getByRole('combobox', { name: 'Empresa' }).fill('Demo Iberia');
    },
    press: /^Demo Iberia/,
    label: 'Asignar a',
    option: /^Alba Vigía/,
  },
  {
    asked: ASSIGNEES,
    path: '/admin/tickets?ticket=TICKET',
    before: (page) => page.getByRole('dialog').getByRole('button', { name: 'Más acciones' }).click(),
    press: 'Asignar',
    label: 'Asignar a',
    option: /^Alba Vigía/,
  },
  {
    asked: ASSIGNEES,
    path: '/admin/tickets',
    before: bulk,
    press: 'Asignar',
    label: 'Asignar a',
    option: /^Alba Vigía/,
  },
];

/** Fields that search among all companies. */
const PICKERS = [
  '/admin/tickets',
  '/admin/tickets?ticket=new',
  '/admin/audit',
  '/admin/reports',
  '/admin/settings',
  '/admin/users?user=new',
  '/admin/users?tab=invitations&invite=one',
  '/admin/users?tab=invitations&invite=many',
  '/admin/billing',
  '/admin/billing?dialog=issue',
];

/** Demo Iberia, and a ticket of it. */
async function idsOf(page: Page) {
  const company = await firstOf(page, '/api/organizations?search=Demo%20Iberia');
  const ticket = await firstOf(page, `/api/tickets?organization_id=${company.id}`);
  return { company: company.id, ticket: ticket.id };
}

/**
 * Has what is asked fail until a button is pressed, however often it is asked until then: what another test changes is
 * read anew, and with an answer the button would be gone before it is pressed.
 */
async function failUntilPressed(page: Page, asked: string | RegExp) {
  await page.route(asked, async (route) => {
    const isPressed = await page.evaluate(() => 'pressed' in document.documentElement.dataset);
    await (isPressed ? route.fallback() : route.fulfill({ status: 500, json: {} }));
  });
  return async (button: Locator) => {
    await page.evaluate(() => {
      const notePress = () => (document.documentElement.dataset['pressed'] = '');
      document.addEventListener('click', notePress, { capture: true, once: true });
    });
    await button.click();
  };
}

test('selects whose options cannot be read say so, and ask again at a press', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const { company, ticket } = await idsOf(page);
  for (const { asked, path, before, press, label, option } of SELECTS)
    await test.step(`${label} on ${path}`, async () => {
      const address = path.replace('COMPANY', company).replace('TICKET', ticket);
      if (before) await page.goto(address).then(() => before(page));
      const tryAgain = await failUntilPressed(page, asked);
      if (!before) await page.goto(address);
      if (press)
        await page
          .getByRole('button', { name: press, exact: true })
          .or(page.getByRole('option', { name: press }))
          .or(page.getByRole('menuitem', { name: press, exact: true }))
          .last()
          .click();
      const dialog = page.locator('[role=dialog], [role=alertdialog]').last();
      const around = path === '/admin/companies' ? page.locator('body') : dialog;
      const failed = around.getByText(OPTIONS_FAILED);
      await expect(failed).toBeVisible();
      // The innermost that has both: more of a screen may ask the same, and fail.
      const retry = page.getByRole('button', { name: 'Reintentar' });
      const both = around.locator('div').filter({ has: page.getByText(OPTIONS_FAILED) });
      await tryAgain(both.filter({ has: retry }).last().getByRole('button', { name: 'Reintentar' }));
      await expect(failed).toHaveCount(0);
      await page.unroute(asked);
      await page.getByRole('combobox', { name: label, exact: true }).last().click();
      await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
    });
});

test('a filter, and fields that search, whose options cannot be read: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/tickets');
  const tryAgain = await failUntilPressed(page, ASSIGNEES);
  await page.getByRole('button', { name: 'Más filtros' }).click();
  const filter = page.getByRole('dialog').getByRole('button', { name: 'Asignado a' });
  await filter.click();
  const retry = page.getByRole('menuitem', { name: /^No se han podido cargar las opciones/ });
  await expect(retry).toContainText('Reintentar');
  await tryAgain(retry);
  await filter.click();
  await expect(page.getByRole('menuitemradio', { name: 'Alba Vigía' })).toBeVisible();

  for (const path of PICKERS)
    await test.step(path, async () => {
      await page.goto(path);
      // What a dialog lies over may be there before it.
      const around = /=(new|one|many|issue)$/.test(path) ? page.getByRole('dialog') : page;
      const field = around.getByRole('combobox', { name: 'Empresa' }).last();
      await expect(field).toBeVisible();
      const again = await failUntilPressed(page, COMPANIES);
      await field.click();
      await expect(page.getByText('No se han podido cargar las empresas')).toBeVisible();
      await again(page.getByRole('button', { name: 'Reintentar' }));
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.unroute(COMPANIES);
    });
});

test('a list that cannot be read says by what its failure is found in the log', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.route('**/api/users?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'server.failed', request_id: 'peticion-7' } }),
  );
  await page.goto('/admin/users');
  await expect(page.getByText('Error al cargar usuarios')).toBeVisible();
  await expect(page.getByText('Identificador de la petición: peticion-7')).toBeVisible();
});

test('while tax data are read, and where that fails, none are said to be missing', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const { id } = await firstOf(page, '/api/organizations?search=Demo%20Iberia');
  await page.route(/\/api\/organizations\/[^/]+$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/admin/billing?organization=${id}`);
  await expect(page.getByRole('heading', { name: 'Datos fiscales' })).toBeVisible();
  await expect(page.getByText('Identificación fiscal')).toHaveCount(0);
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
    const { id } = await firstOf(page, '/api/organizations?search=Demo%20Iberia');
    for (const asked of [`**/api/organizations/${id}`, '**/api/reports?*'])
      await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${path}?organization=${id}`);
    await said(page);
    await page.goto(`${path}?organization=01a20bdd-0000-7000-8000-000000000000`);
    await expect(page.getByText('…', { exact: true })).toHaveCount(0);
  });
