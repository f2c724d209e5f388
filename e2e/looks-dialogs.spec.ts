import type { Page } from '@playwright/test';
import type { SignOn } from '../contract/src/sso.ts';
import { ask, firstOf, sendFile } from './harness/ask.ts';
import { setUpApp, showApp } from './harness/authenticator-app.ts';
import { type Act, click, clickThere, inTurn, lookInto, press, type Opened } from './harness/dialogs.ts';
import { makeCollectable, makeDebitRun, statementFile } from './harness/direct-debits.ts';
import { KNOWN_ISSUER } from './harness/issuer.ts';
import { lookAt, lookOnTablet, problemsIn, widthOf } from './harness/looks.ts';
import { becomeMember } from './harness/members.ts';
import { unique } from './harness/people.ts';
import { pictureFile } from './harness/pictures.ts';
import { settle, stand } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, PEOPLE, signInAs, test } from './harness/test.ts';

// Invoices in euros are made here, which other screens are not looked at with.
test.use({ serverEnv: KNOWN_ISSUER });

async function selectThree(page: Page) {
  for (const nth of [0, 1, 2]) await page.locator('tbody').getByRole('checkbox').nth(nth).click();
  await expect(page.getByText('3 seleccionados')).toBeVisible();
}

const choose = (name: RegExp) => (page: Page) => page.getByRole('menuitem', { name }).click();

/** What is a button on a desk and is behind another one on phones. */
const clickBehind = (desk: Act, phone: Act) => (page: Page) =>
  (page.viewportSize()?.width ?? 0) < 640 ? phone(page) : desk(page);
const clickImport = clickBehind(
  click('Importar'),
  inTurn(click('Exportar e importar'), choose(/^Importar$/)),
);

const people = () =>
  [
    'Nombre;Apellidos;Email;Rol',
    `Ana;Larrañaga;ana-${unique()}@example.test;user`,
    'Beto;Salas;sin-arroba;jefa',
  ].join('\r\n');

const chooseFile = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'gente.csv', mimeType: 'text/csv', buffer: Buffer.from(people()) });
const columnsThere = (page: Page) => page.getByRole('button', { name: 'Comprobar' }).waitFor();
const importOne = (page: Page) => page.getByRole('button', { name: 'Importar 1 fila' }).click();
const resultThere = (page: Page) => page.getByText('1 fila importada').waitFor();
const typeEmails = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Emails' })
    .fill(`ana-${unique()}@example.test, sin-arroba, ${PEOPLE.user}`);
const checked = (page: Page) => page.getByRole('list', { name: 'Resultado por email' }).waitFor();
const rowsThere = (page: Page) => page.getByRole('list', { name: 'Filas del archivo' }).waitFor();

test.describe.configure({ timeout: 240_000 });

test('dialogs about people: accessible, nothing moves, none is too wide', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const users = '/admin/users';
  const problems = await lookInto(page, [
    { path: '/admin/users?user=new' },
    { path: `/admin/users?user=${(await firstOf(page, '/api/users')).id}` },
    {
      path: users,
      open: clickBehind(click(/^Eliminar a /), inTurn(click(/^Más acciones para /), choose(/^Eliminar$/))),
    },
    { path: users, open: click(/^Más acciones para /) },
    {
      // A person with an account: the newest, of another test, may have none.
      path: `${users}?search=${PEOPLE.user}`,
      open: inTurn(click(/^Más acciones para /), choose(/^Ver sesiones y claves$/)),
      once: true,
    },
    { path: users, open: clickBehind(click('Vista'), inTurn(click('Filtros'), click('Vista'))) },
    { path: users, before: selectThree, open: click('Cambiar rol') },
    { path: users, before: selectThree, open: clickInBar('Eliminar') },
  ]);
  expect(problems).toEqual([]);
});

const clickInBar = (name: string) => (page: Page) =>
  page.getByRole('toolbar').getByRole('button', { name }).click();

test('dialogs of an offboarding: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const problems = await lookInto(page, [
    {
      path: `/admin/users?search=${PEOPLE.user}`,
      open: inTurn(click(/^Más acciones para /), choose(/^Dar de baja$/)),
      once: true,
    },
    { path: '/admin/users', before: selectThree, open: clickInBar('Dar de baja'), once: true },
  ]);
  expect(problems).toEqual([]);
});

test('selected rows and what can be done with them: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  for (const path of ['/admin/users', '/admin/tickets']) {
    await stand(page, path);
    await selectThree(page);
    const problems = [...(await lookAt(page)), ...(await lookOnTablet(page))];
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    // Below the last row: the bar lies over the one that is just there, wherever else one has scrolled to.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    problems.push(...(await problemsIn(page, 'lightMinimal')), ...(await widthOf(page)));
    expect(problems).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('the steps of an import, and invitations: the same', async ({ page }) => {
  await signInAs(page, 'admin');
  const path = '/admin/users';
  const toColumns = inTurn(clickImport, chooseFile, columnsThere);
  const toRows = inTurn(toColumns, clickThere('Comprobar'), rowsThere);
  const problems = await lookInto(page, [
    { path, open: clickImport },
    { path, open: toColumns, once: true },
    { path, open: toRows, once: true },
    { path, open: inTurn(toRows, importOne, resultThere), once: true },
    { path: '/admin/users?tab=invitations&invite=one' },
    { path: '/admin/users?tab=invitations&invite=many' },
    {
      path: '/admin/users?tab=invitations',
      open: inTurn(click('Invitar a varios'), typeEmails, clickThere('Comprobar'), checked),
      once: true,
    },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs of the layout: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const path = '/admin/plans';
  const problems = await lookInto(page, [
    { path, open: press('ControlOrMeta+k') },
    { path, open: press('?') },
    { path, open: click(/^Notificaciones/) },
    { path, open: click('Tema') },
    { path, open: click('Menú de usuario') },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs about one’s account: the same', async ({ page, mails }) => {
  await becomeMember(page, mails);
  await haveWaysIn(page);
  const security = '/admin/profile?tab=security';
  const secondFactor = (on: Page) =>
    on
      .locator('section')
      .filter({ hasText: 'Verificación en dos pasos' })
      .getByRole('button')
      .first()
      .click();
  const crop = async (on: Page) =>
    on
      .locator('input[type=file]')
      .first()
      .setInputFiles(await pictureFile(on));
  const problems = await lookInto(page, [
    { path: '/admin/profile', open: crop },
    { path: '/admin/profile?tab=keys', open: click('Nueva clave') },
    { path: '/admin/profile?tab=keys', open: makeKey, once: true },
    { path: '/admin/profile?tab=sessions', open: click('Cerrar las demás') },
    { path: '/admin/profile?tab=keys', open: click(/^Recuperar la clave /) },
    { path: security, open: click('Vincular Google') },
    { path: security, open: click(/^Quitar: .*Otra copia/) },
    { path: security, open: click(/^Quitar: .*Microsoft/) },
    { path: security, open: click('Añadir clave de acceso') },
    { path: security, open: secondFactor },
    { path: security, open: inTurn(secondFactor, showApp), once: true },
    { path: security, open: inTurn(secondFactor, (on) => setUpApp(on).then(() => undefined)), once: true },
  ]);
  expect(problems).toEqual([]);
});

async function makeKey(page: Page): Promise<void> {
  await click('Nueva clave')(page);
  const dialog = page.getByRole('dialog', { name: 'Nueva clave de API' });
  await dialog.getByLabel('Nombre').fill(`Clave ${unique()}`);
  await dialog.getByLabel('Leer Tickets').check();
  await dialog.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await expect(dialog).toHaveCount(0);
}

/** A key that has ended with other sessions, a Google to link, and ways in that were made before a reset. */
async function haveWaysIn(page: Page): Promise<void> {
  await ask(page, 'POST', '/api/profile/api-keys', {
    name: 'Otra copia',
    scopes: ['tickets:read'],
    expires_in_days: 1,
    password: PASSWORD_OF_MEMBERS,
  });
  await ask(page, 'DELETE', '/api/profile/sessions');
  const provider = { provider: 'google', configured: true, linked: null, removable: true };
  await page.route('**/api/profile/providers', (route) =>
    route.fulfill({ json: { has_password: true, providers: [provider] } }),
  );
  const made = { made_at: '2027-01-01T00:00:00Z', made_with: null };
  const ways = [
    { kind: 'api_key', id: '01a20bdd-0000-7000-8000-000000000000', name: 'Otra copia', ...made },
    { kind: 'provider', id: 'microsoft', name: 'otra@example.test', ...made },
  ];
  await page.route('**/api/profile/access-review', (route) =>
    route.fulfill({ json: { reset_at: '2027-01-02T00:00:00Z', ways } }),
  );
}

test('dialogs about companies and plans: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const { id: company } = await firstOf(page, '/api/organizations');
  const problems = await lookInto(page, [
    { path: '/admin/companies?edit=new' },
    { path: `/admin/companies?company=${company}` },
    { path: `/admin/companies?edit=${company}` },
    {
      path: '/admin/companies',
      open: clickBehind(click(/^Eliminar /), inTurn(click(/^Más acciones para /), choose(/^Eliminar$/))),
    },
    { path: '/admin/plans?plan=new' },
    { path: `/admin/plans?plan=${(await firstOf(page, '/api/plans')).id}` },
    { path: '/admin/plans', open: click(/^Eliminar /) },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs about subscriptions and invoices: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const { id: company } = await firstOf(page, '/api/organizations');
  const { id: invoice } = await firstOf(page, '/api/invoices');
  const { id: paid } = await firstOf(page, '/api/invoices?status=paid');
  const { payments } = await ask<{ payments: { id: string }[] }>(page, 'GET', `/api/invoices/${paid}`);
  const payment = payments[0]?.id ?? '';
  const { mandate, invoice: owed } = await makeCollectable((...asked) => ask(page, ...asked));
  const { statements } = await sendFile<{ statements: { id: string }[] }>(
    page,
    '/api/bank-statements',
    statementFile(`Factura ${owed.code}`),
  );
  const made = await makeDebitRun((...asked) => ask(page, ...asked));
  await ask(page, 'POST', `/api/debit-runs/${made.id}/presentation`);
  const run = await ask<{ id: string; items: { id: string }[] }>(page, 'GET', `/api/debit-runs/${made.id}`);
  const paths = [
    `/admin/billing?organization=${company}&dialog=plan`,
    `/admin/billing?organization=${company}&dialog=status`,
    `/admin/billing?organization=${company}&dialog=tax`,
    `/admin/billing?organization=${company}&dialog=issue`,
    `/admin/billing?tab=invoices&invoice=${invoice}`,
    `/admin/billing?tab=invoices&invoice=${invoice}&dialog=pay`,
    `/admin/billing?tab=invoices&invoice=${paid}&payment=${payment}&dialog=refund`,
    `/admin/billing?tab=invoices&invoice=${invoice}&dialog=rectify`,
    `/admin/billing?tab=invoices&invoice=${invoice}&dialog=annul`,
    `/admin/billing?tab=invoices&invoice=${invoice}&dialog=receive`,
    '/admin/verifactu?dialog=configure',
    '/admin/verifactu?dialog=declaration',
    '/admin/verifactu?dialog=certificate',
    '/admin/verifactu?dialog=rate',
    '/admin/verifactu?dialog=rates',
    '/admin/mandates?dialog=creditor',
    '/admin/mandates?dialog=sign',
    `/admin/mandates?mandate=${mandate.id}`,
    `/admin/mandates?mandate=${mandate.id}&dialog=amend`,
    `/admin/mandates?mandate=${mandate.id}&dialog=cancel`,
    '/admin/debit-runs?dialog=new',
    '/admin/bank-statements?dialog=upload',
    `/admin/bank-statements?statement=${statements[0]?.id ?? ''}`,
    `/admin/debit-runs?run=${run.id}`,
    `/admin/debit-runs?run=${run.id}&debit=${run.items[0]?.id ?? ''}`,
  ];
  expect(
    await lookInto(
      page,
      paths.map((path) => ({ path })),
    ),
  ).toEqual([]);
});

test('dialogs about tickets: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const { id } = await firstOf(page, '/api/tickets');
  const path = `/admin/tickets?ticket=${id}`;
  const attach = async (on: Page) => {
    const file = { name: `${'informe-de-noviembre-'.repeat(4)}.pdf`, mimeType: 'application/pdf' };
    const input = on.getByRole('dialog').locator('input[type=file]');
    await input.setInputFiles({ ...file, buffer: Buffer.from('%PDF-1.4\n%%EOF') });
    // The description above may have files, too.
    const chosen = on.getByRole('contentinfo').getByRole('list', { name: 'Archivos adjuntos' });
    await expect(chosen).toContainText('14 bytes');
  };
  const answer = inTurn(clickThere('Responder'), clickThere('Respuestas guardadas'));
  const replies = inTurn(answer, choose(/^Gestionar respuestas$/));
  const problems = await lookInto(page, [
    { path: '/admin/tickets?ticket=new' },
    { path: `/admin/tickets?ticket=${id}&view=history` },
    { path, inside: clickThere('Más acciones') },
    { path, inside: inTurn(clickThere('Más acciones'), choose(/^Asignar$/)), once: true },
    { path, inside: answer, once: true },
    { path, inside: replies, once: true },
    { path, inside: inTurn(replies, clickThere('Nueva respuesta')), once: true },
    // Last: a reply that has a file is there again when the ticket is opened.
    { path, inside: inTurn(clickThere('Responder'), attach, clickThere('Respuestas guardadas')), once: true },
    { path: '/admin/tickets', before: selectThree, open: clickInBar('Asignar') },
    { path: '/admin/tickets', open: clickBehind(click('Más filtros'), click('Filtros')) },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs about reports and the audit: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const problems = await lookInto(page, [
    { path: `/admin/audit?entry=${(await firstOf(page, '/api/audit')).id}` },
    { path: '/admin/reports?figure=users~total~people~' },
  ]);
  expect(problems).toEqual([]);
});

test('what hangs on filters, and what asks back: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const person = { first_name: 'Borrada', email: `borrada-${unique()}@example.test`, role: 'user' };
  const organization_id = (await firstOf(page, '/api/organizations')).id;
  const { id } = await ask(page, 'POST', '/api/users', { ...person, last_name: unique(), organization_id });
  await ask(page, 'DELETE', `/api/users/${id}`);
  const ticket = { title: `Cerrar ${unique()}`, description: 'No va.' };
  const made = await ask(page, 'POST', '/api/tickets', { ...ticket, organization_id });
  const { id: entry } = await firstOf(page, `/api/audit?object_id=${id}`);
  const inFilters = (act: Act) => clickBehind(act, inTurn(click('Filtros'), act));
  const moreOf = (name: RegExp) => inTurn(clickThere('Más acciones'), choose(name));
  const problems = await lookInto(page, [
    { path: '/admin/billing?tab=invoices', open: inFilters(click(/Todas las fechas/)) },
    {
      path: '/admin/companies',
      open: inFilters((on) => on.getByRole('combobox', { name: 'Estado' }).click()),
    },
    {
      path: '/admin/billing',
      open: (on) => on.getByRole('combobox', { name: 'Empresa' }).click(),
      once: true,
    },
    { path: `/admin/users?bin=true&search=${person.email}`, open: click(/^Borrar para siempre /) },
    { path: `/admin/tickets?ticket=${made.id}`, inside: moreOf(/^Marcar como Resuelto$/), once: true },
    { path: `/admin/tickets?ticket=${made.id}`, inside: moreOf(/^Eliminar$/), once: true },
    { path: '/admin/tickets', before: selectThree, open: clickInBar('Cambiar estado') },
    {
      path: '/admin/tickets',
      before: selectThree,
      open: inTurn(clickInBar('Cambiar estado'), choose(/^Cerrar$/)),
      once: true,
    },
    { path: `/admin/audit?entry=${entry}`, inside: clickThere('Deshacer'), once: true },
    { path: '/admin/users?user=new', inside: leaveUnsaved, once: true },
  ]);
  expect(problems).toEqual([]);
});

async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Ana');
  await page.keyboard.press('Escape');
}

test.describe('a record that is gone', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('its dialog: the same', async ({ page }) => {
    await signInAs(page, 'super_admin');
    const nothing = '01a20bdd-0000-7000-8000-000000000000';
    const paths = [`/admin/tickets?ticket=${nothing}`, `/admin/users?user=${nothing}`];
    const problems = await lookInto(
      page,
      paths.map((path) => ({ path })),
    );
    expect(problems).toEqual([]);
  });
});

test('dialogs of an organization’s own admin: the same', async ({ page }) => {
  await signInAs(page, 'admin');
  const email = `invitada-${unique()}@example.test`;
  await ask(page, 'POST', '/api/invitations', { email, role: 'user' });
  const dialogs: Opened[] = [
    { path: '/admin/my-companies?edit=data' },
    { path: '/admin/my-companies?edit=billing' },
    {
      path: `/admin/users?tab=invitations&isearch=${email}`,
      open: clickBehind(click('Cancelar'), inTurn(click(/^Más acciones para /), choose(/^Cancelar$/))),
    },
    { path: '/admin/users', open: clickBehind(click('Vista'), click('Exportar e importar')) },
    { path: `/admin/tickets?ticket=${(await firstOf(page, '/api/tickets')).id}` },
  ];
  expect(await lookInto(page, dialogs)).toEqual([]);
});

test('the sidebar of a phone: accessible', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await stand(page, '/admin/plans');
  await click('Abrir el menú')(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await lookAt(page, '[role=dialog]')).toEqual([]);
});

test('dialogs about connections: the same', async ({ page }) => {
  await signInAs(page, 'admin');
  const security = '/admin/settings?tab=security';
  const body = { name: `Entra ${unique()}`, groups: [{ group: 'Jefatura', role: 'admin' }] };
  const { id, name } = await ask<{ id: string; name: string }>(page, 'POST', '/api/connections', body);
  const openIt = click(`Aprovisionamiento de ${name}`);
  const openTab = (label: string) => (opened: Page) => opened.getByRole('tab', { name: label }).click();
  const problems = await lookInto(page, [
    { path: security, open: click('Añadir conexión') },
    { path: security, open: click(`Editar la conexión ${name}`) },
    { path: `${security}&provisioning=${id}` },
    { path: security, open: inTurn(openIt, openTab('Registro')) },
    { path: security, open: inTurn(openIt, openTab('Comparar'), clickThere('Comparar')), once: true },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs about webhooks: the same', async ({ page }) => {
  await signInAs(page, 'admin');
  const integrations = '/admin/settings?tab=integrations';
  const body = { url: 'https://hooks.example/in', description: `Almacén ${unique()}`, nouns: ['user'] };
  const made = await ask<{ item: { id: string; description: string } }>(page, 'POST', '/api/webhooks', body);
  const { id, description: name } = made.item;
  await ask(page, 'POST', `/api/webhooks/${id}/test`, {});
  const problems = await lookInto(page, [
    { path: integrations, open: click('Añadir webhook') },
    { path: integrations, open: click(`Editar ${name}`) },
    { path: integrations, open: click('Cómo recibirlos') },
    { path: `${integrations}&webhook=${id}` },
    { path: integrations, open: inTurn(click(`Registro de ${name}`), click('Reenviar varios')) },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs about what takes the audit log: the same', async ({ page }) => {
  await signInAs(page, 'admin');
  const integrations = '/admin/settings?tab=integrations';
  const sink = { kind: 'splunk', url: 'https://siem.example/', index: '', source_type: '', token: 'secreto' };
  const body = { name: `SIEM ${unique()}`, sink };
  const { id, name } = await ask<{ id: string; name: string }>(page, 'POST', '/api/audit-streams', body);
  const problems = await lookInto(page, [
    { path: integrations, open: click('Añadir destino') },
    { path: integrations, open: click(`Editar ${name}`) },
    { path: integrations, open: click(`Cambiar desde dónde se envía a ${name}`) },
    { path: `${integrations}&stream=${id}` },
    { path: integrations, open: click('Anclas firmadas') },
  ]);
  expect(problems).toEqual([]);
});

test('dialogs of single sign-on: the same', async ({ page }) => {
  await signInAs(page, 'admin');
  const security = '/admin/settings?tab=security';
  const body = { name: `Keycloak ${unique()}`, groups: [] };
  const { id, name } = await ask<{ id: string; name: string }>(page, 'POST', '/api/connections', body);
  const openIt = click(`Inicio de sesión único de ${name}`);
  const openTab = (label: string) => (opened: Page) => opened.getByRole('tab', { name: label }).click();
  const notSetUp = await lookInto(page, [
    { path: security, open: openIt },
    { path: security, open: inTurn(openIt, clickThere('Configurar')), once: true },
    { path: security, open: inTurn(openIt, openTab('Guías')) },
  ]);
  // As after a test with a provider that is not there.
  const claim = { name: 'https://claims.example/grupos', value: `["${'Dirección-general-'.repeat(12)}"]` };
  const signOn = await ask<SignOn>(page, 'GET', `/api/connections/${id}/sign-on`);
  const told = { code: 'sso.foreign_email', email: 'ana.larranaga@una-empresa-de-nombre-largo.example' };
  const done: SignOn = {
    ...signOn,
    settings: {
      kind: 'oidc',
      issuer: `https://login.example/${'inquilino'.repeat(12)}`,
      client_id: 'atalaya',
      is_tested: true,
      is_on: true,
      version: 1,
    },
    test: { ...told, tested_at: '2027-01-01T00:00:00Z', outcome: 'refused', role: 'user', claims: [claim] },
  };
  await page.route(`**/api/connections/${id}/sign-on`, (route) => route.fulfill({ json: done }));
  const tested = await lookInto(page, [
    { path: security, open: openIt },
    { path: security, open: inTurn(openIt, openTab('Prueba')) },
    // The screen below moves as it loads.
    { path: `${security}&tested=${id}&sso_error=sso.failed`, once: true },
    { path: `${security}&sign_on=${id}`, inside: clickThere('Cambiar'), once: true },
    { path: `${security}&sign_on=${id}`, inside: clickThere('Desactivar'), once: true },
  ]);
  expect([...notSetUp, ...tested]).toEqual([]);
});
