import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { connectTo } from './harness/database.ts';
import { lookAt, lookAtAnyWidth } from './harness/looks.ts';
import type { MailSink } from './harness/mails.ts';
import { choosePassword } from './harness/members.ts';
import { ISSUER_ERRORS, test as base } from './harness/outside.ts';
import { plugIn } from './harness/passkeys.ts';
import { type MadeUser, unique } from './harness/people.ts';
import { SECURITY, connectCompany, signInThere } from './harness/sign-on.ts';
import { expect, PASSWORD_OF_MEMBERS, signIn } from './harness/test.ts';

/** A real OpenID provider of this file, which the server may reach. */
const test = base.extend({
  serverEnv: [
    async ({ issuer }, use) => {
      await use({ OUTBOUND_ALLOWED_HOSTS: new URL(issuer.url).host });
    },
    { scope: 'worker' },
  ],
});
test.use({ expectedErrors: [new RegExp(`${ISSUER_ERRORS.source}|status of (401|403)`)] });

const card = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Exigir el inicio de sesión único' }) });
const people = (page: Page) => card(page).getByRole('list', { name: 'Acceso de emergencia' });
const companyLink = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Entrar con tu empresa' });
const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Entra con tu empresa' });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Entrar con una clave de acceso' });

/** A person of a company, with the password of members. */
async function makePerson(boss: Page, mails: MailSink, organization_id: string, role = 'user') {
  const name = unique();
  const person = await ask<MadeUser>(boss, 'POST', '/api/users', {
    first_name: 'Persona',
    last_name: name,
    email: `persona-${name}@example.test`,
    role,
    organization_id,
  });
  await choosePassword(boss, (await mails.to(person.email)).link);
  return person;
}

/** A company of its own, whose admin is signed in on the page. */
async function makeCompany(page: Page, boss: Page, mails: MailSink) {
  const company = await ask(boss, 'POST', '/api/organizations', { name: `Empresa ${unique()}` });
  const admin = await makePerson(boss, mails, company.id, 'admin');
  const user = await makePerson(boss, mails, company.id);
  await signIn(page, admin.email, PASSWORD_OF_MEMBERS);
  return { organization: company.id, admin, user };
}

/** Gives the person who is signed in a passkey, which the page keeps. */
async function addPasskey(page: Page): Promise<void> {
  await page.goto('/admin/profile?tab=security');
  await plugIn(page);
  await page.getByRole('button', { name: 'Añadir clave de acceso' }).click();
  const adding = page.getByRole('dialog', { name: 'Añadir una clave de acceso' });
  await adding.getByLabel('Nombre').fill('Llave');
  await adding.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await adding.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
}

async function enterByPasskey(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/admin/login');
  await passkeyButton(page).click();
}

/** Requires single sign-on past the screen, with the admin, who has a passkey, as the one with emergency access. */
async function requireIt(boss: Page, { organization, admin }: Awaited<ReturnType<typeof makeCompany>>) {
  const at = `/api/enforcement?organization_id=${organization}`;
  await ask(boss, 'POST', `/api/enforcement/people?organization_id=${organization}`, {
    profile_id: admin.id,
  });
  await ask(boss, 'PUT', at, { version: null, is_on: true });
}

async function enterByPassword(page: Page, email: string, password = PASSWORD_OF_MEMBERS): Promise<void> {
  await page.goto('/admin/login?redirect=%2Fadmin%2Fprofile');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
}

// SSO22
test('an admin with a passkey gives themselves emergency access, and requires single sign-on with it', async ({
  page,
  openAs,
  server,
  issuer,
  mails,
}) => {
  const boss = await openAs('super_admin');
  const { admin } = await makeCompany(page, boss, mails);
  await connectCompany(page, server, issuer);
  await page.goto(SECURITY);
  const needs = card(page).getByRole('list', { name: 'Qué hace falta para exigirlo' }).getByRole('listitem');
  await expect(needs.filter({ hasText: 'cumplido' })).toHaveText([/Una conexión activada/]);
  await expect(card(page).getByRole('button', { name: 'Exigir' })).toBeDisabled();

  await card(page).getByRole('button', { name: 'Dar acceso' }).click();
  const giving = page.getByRole('dialog', { name: 'Dar acceso de emergencia' });
  await giving.getByRole('button', { name: 'Dar acceso' }).click();
  await expect(giving.getByText('Elige a un administrador')).toBeVisible();
  await giving.getByRole('combobox', { name: 'Administrador' }).fill(admin.last_name);
  await page.getByRole('option', { name: admin.last_name }).click();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  expect(await lookAt(page)).toEqual([]);
  await giving.getByRole('button', { name: 'Dar acceso' }).press('Enter');
  await expect(people(page).getByRole('listitem')).toContainText('Sin clave de acceso');

  await addPasskey(page);
  await page.goto(SECURITY);
  await expect(people(page).getByRole('listitem')).toContainText('Listo');
  await expect(needs.filter({ hasText: 'pendiente' })).toHaveText([/Haber entrado por una conexión/]);
  await enterByPasskey(page);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto(SECURITY);
  await card(page).getByRole('button', { name: 'Exigir' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Exigir el inicio de sesión único?' });
  await expect(question).toContainText('Se cierra 1 sesión abierta.');
  await expect(question).toContainText('1 persona no puede entrar todavía');
  expect(await lookAt(page)).toEqual([]);
  await question.getByRole('button', { name: 'Exigir' }).click();
  await expect(card(page).getByRole('status')).toContainText('Se exige');
  await expect(card(page)).toContainText(`Lo activó Persona ${admin.last_name}`);
  expect(await lookAtAnyWidth(page)).toEqual([]);

  await people(page)
    .getByRole('button', { name: `Quitar el acceso de emergencia de Persona ${admin.last_name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('Da antes acceso de emergencia a otra persona')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await page.goto('/admin/profile?tab=security');
  await expect(page.getByRole('heading', { name: 'Entras con tu empresa' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cambiar contraseña' })).toHaveCount(0);
  expect(await lookAtAnyWidth(page)).toEqual([]);

  await page.goto(SECURITY);
  await card(page).getByRole('button', { name: 'Dejar de exigir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dejar de exigir' }).click();
  await expect(card(page).getByRole('status')).toContainText('No se exige');
});

// SSO20
test('a password, a passkey and a mailed link lead to the company, which lets in', async ({
  page,
  browser,
  openAs,
  server,
  issuer,
  mails,
}) => {
  const boss = await openAs('super_admin');
  const made = await makeCompany(page, boss, mails);
  const { connection } = await connectCompany(page, server, issuer);
  await addPasskey(page);
  const theirs = await (await browser.newContext({ baseURL: server.url })).newPage();
  await theirs.goto('/admin/login');
  await enterByPassword(theirs, made.user.email);
  await expect(theirs).toHaveURL(/\/admin\/profile/);
  await addPasskey(theirs);
  await requireIt(boss, made);

  await enterByPasskey(theirs);
  await expect(told(theirs)).toBeVisible();
  await expect(companyLink(theirs)).toBeFocused();
  await theirs.goto('/admin/login');
  await enterByPassword(theirs, made.user.email, 'otra contraseña');
  await expect(theirs.getByText('Credenciales incorrectas')).toBeVisible();
  await expect(told(theirs)).toHaveCount(0);
  await enterByPassword(theirs, made.user.email);
  await expect(told(theirs)).toContainText('Tu empresa exige su inicio de sesión único');
  expect(await lookAtAnyWidth(theirs)).toEqual([]);
  await theirs.getByRole('button', { name: 'English' }).click();
  await expect(theirs.getByRole('alert')).toContainText('Your company requires its single sign-on');
  await theirs.getByRole('button', { name: 'Español' }).click();

  await theirs.goto('/admin/reset-password');
  await theirs.getByLabel('Email').fill(made.user.email);
  await theirs.getByRole('button', { name: 'Enviar enlace' }).click();
  const mail = await mails.to(made.user.email, { subject: /inicio de sesión de tu empresa/ });
  expect(new URL(mail.link).pathname).toBe(`/api/sso/${connection}/start`);
  await theirs.context().close();
});

// SSO20
test('an invitation leads to the company, and is accepted by coming in there', async ({
  page,
  openAs,
  server,
  issuer,
  mails,
}) => {
  const boss = await openAs('super_admin');
  const made = await makeCompany(page, boss, mails);
  const { domain } = await connectCompany(page, server, issuer);
  await addPasskey(page);
  const email = `ana-${unique()}@${domain}`;
  await ask(page, 'POST', '/api/invitations', { email });
  await requireIt(boss, made);
  await page.context().clearCookies();
  await page.goto((await mails.to(email)).link);
  await expect(page.getByText('exige su inicio de sesión único')).toBeVisible();
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveCount(0);
  expect(await lookAtAnyWidth(page)).toEqual([]);
  await companyLink(page).click();
  await signInThere(page, email);
  await expect(page).toHaveURL(/\/(admin|app)$/);
  const { items } = await ask<{ items: { email: string; status: string }[] }>(
    boss,
    'GET',
    `/api/invitations?organization_id=${made.organization}&status=accepted`,
  );
  expect(items.map((each) => each.email)).toEqual([email]);
});

// SSO23
test('while the provider is down a passkey with emergency access gets in, and all admins are told', async ({
  page,
  openAs,
  browser,
  server,
  issuer,
  mails,
}) => {
  const boss = await openAs('super_admin');
  const made = await makeCompany(page, boss, mails);
  const { domain, connection } = await connectCompany(page, server, issuer);
  await addPasskey(page);
  const other = await ask<MadeUser>(boss, 'POST', '/api/users', {
    first_name: 'Otra',
    last_name: unique(),
    email: `otra-${unique()}@${domain}`,
    role: 'admin',
    organization_id: made.organization,
  });
  await requireIt(boss, made);
  const theirs = await (await browser.newContext({ baseURL: server.url })).newPage();
  await theirs.goto(`/api/sso/${connection}/start`);
  await signInThere(theirs, other.email);
  await expect(theirs).toHaveURL(/\/admin$/);

  const database = await connectTo(server);
  await database.query(
    `update connection_sign_on set issuer = 'https://127.0.0.1:1' where connection_id = $1`,
    [connection],
  );
  await database.end();
  await page.context().clearCookies();
  await page.goto(`/api/sso/${connection}/start`);
  await expect(page.getByRole('alert')).toContainText('No has podido entrar con tu empresa');
  await passkeyButton(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await theirs.goto('/admin/notifications');
  const name = `Persona ${made.admin.last_name}`;
  await expect(theirs.getByText(`${name} ha entrado con acceso de emergencia`)).toBeVisible();
  expect((await mails.to(other.email, { subject: /Acceso de emergencia usado/ })).text).toContain(name);
  await theirs.context().close();

  await page.goto(SECURITY);
  await card(page).getByRole('button', { name: 'Dejar de exigir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dejar de exigir' }).click();
  await expect(card(page).getByRole('status')).toContainText('No se exige');
  await page.context().clearCookies();
  await signIn(page, made.user.email, PASSWORD_OF_MEMBERS);
});
