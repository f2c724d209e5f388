import type { BrowserContext, Page, Request } from '@playwright/test';
import { DEMO_PASSWORD, expect, PEOPLE, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Contraseña', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'INICIAR SESIÓN' });

async function enter(page: Page, address: string, secret: string) {
  await email(page).fill(address);
  await password(page).fill(secret);
  await submit(page).click();
}

/** Holds back the requests of one method to the session until the returned function is called. */
async function holdSession(page: Page, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const holds = (request: Request) => request.method() === method;
  await page.route('**/api/session', async (route) => {
    if (holds(route.request())) await promise;
    await route.continue();
  });
  return resolve;
}

async function sessionCookie(context: BrowserContext) {
  const cookies = await context.cookies();
  const cookie = cookies.find(({ name }) => name.endsWith('atalaya'));
  if (!cookie) throw new Error(`No session among ${cookies.map(({ name }) => name).join(', ')}`);
  return cookie;
}

// R1
test('who is refused after too many attempts is led to the link that lets the owner in', async ({ page }) => {
  await page.goto('/admin/login');
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const body = { code: 'request.rate_limited', params: { seconds: 3600 }, request_id: 'x' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '3600' }, json: body });
  });
  await enter(page, PEOPLE.admin, DEMO_PASSWORD);
  const refusal = toast(page, 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.');
  await expect(refusal.getByText('Si es tu cuenta, pide un enlace por correo')).toBeVisible();
  await refusal.getByRole('button', { name: 'Pedir el enlace' }).click();
  await expect(page).toHaveURL(/\/admin\/reset-password$/);
  await expect(email(page)).toHaveValue(PEOPLE.admin);
});

// A4, S2
test('the form: what is missing, what is wrong, what is typed, and the way in', async ({ page }) => {
  await page.goto('/admin/login');
  await expect(email(page)).toHaveAttribute('type', 'email');
  await submit(page).click();
  await expect(toast(page, 'Por favor completa todos los campos')).toBeVisible();
  await expect(email(page)).toHaveAccessibleDescription('El email es requerido');
  await expect(password(page)).toHaveAccessibleDescription('La contraseña es requerida');
  await expect(email(page)).toBeFocused();
  await email(page).fill(PEOPLE.admin);
  await expect(email(page)).not.toHaveAttribute('aria-invalid');
  await submit(page).click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');

  const wrong = 'Credenciales incorrectas. Verifica tu email y contraseña.';
  await enter(page, PEOPLE.admin, 'No-es-esta-1');
  await toast(page, wrong).getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(toast(page, wrong)).toHaveCount(0);
  await enter(page, 'nadie@example.test', DEMO_PASSWORD);
  await expect(toast(page, wrong)).toBeVisible();

  await password(page).fill(DEMO_PASSWORD);
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');

  for (const provider of ['Facebook', 'Apple', 'Google']) {
    await page.getByRole('button', { name: `Continuar con ${provider}` }).click();
    await expect(toast(page, `Función de ${provider} próximamente disponible`)).toBeVisible();
  }

  const release = await holdSession(page, 'POST');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await enter(page, ` ${PEOPLE.admin.toUpperCase()} `, DEMO_PASSWORD);
  await expect(page.getByRole('button', { name: 'Iniciando sesión...' })).toBeVisible();
  release();
  await expect(toast(page, '¡Bienvenido al sistema!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('main')).toBeFocused();

  const cookie = await sessionCookie(page.context());
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const token = decodeURIComponent(cookie.value).split('.', 1)[0] ?? '';
  expect(token.length).toBeGreaterThan(20);
  const answer = await (await answered).text();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  for (const text of [answer, kept]) expect(text).not.toContain(token);
  for (const text of [answer, kept]) expect(text).not.toContain('token');
  for (const address of ['/admin/login', '/admin/register']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/admin$/);
  }
});

test.describe(() => {
  test.use({ expectedErrors: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('an answer that cannot be read, and no answer at all, are told apart', async ({ page }) => {
    await page.goto('/admin/login');
    await page.route('**/api/session', (route) =>
      route.fulfill({ body: '<html>', contentType: 'text/html' }),
    );
    await enter(page, PEOPLE.admin, DEMO_PASSWORD);
    await expect(toast(page, 'Error al iniciar sesión')).toBeVisible();
    await page.unroute('**/api/session');
    await page.context().setOffline(true);
    await submit(page).click();
    await expect(toast(page, 'No hay conexión con el servidor.')).toBeVisible();
    await expect(password(page)).toHaveValue(DEMO_PASSWORD);
    await page.context().setOffline(false);
    await submit(page).click();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test('Modo Desarrollo: the seeded accounts, made again, and in with one click', async ({ page }) => {
  await page.goto('/admin/login');
  const box = page.getByRole('region', { name: 'Modo Desarrollo' });
  const accounts = box.getByRole('combobox', { name: 'Usuario de prueba' });
  await expect(accounts.getByRole('option')).toHaveText([
    'Alba Vigía · Super Admin',
    'Diego Ferrer Soto · Administrador · Demo Iberia',
    'Clara Peña Ríos · Usuario · Demo Iberia',
    'Bruno Cano Vidal · Usuario · Demo Iberia',
    'Noa Castro Lema · Administrador · Demo Atlántica',
  ]);
  await box.getByRole('button', { name: 'Crear usuarios de desarrollo' }).click();
  await expect(toast(page, 'Los usuarios de desarrollo ya existen')).toBeVisible();
  await accounts.selectOption('Clara Peña Ríos · Usuario · Demo Iberia');
  await box.getByRole('button', { name: 'Login Rápido' }).click();
  await expect(toast(page, '¡Bienvenido al sistema!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('complementary')).toContainText(PEOPLE.user);
});

test.describe('a server that fails', () => {
  test.use({ expectedErrors: [/status of 500 .*\/api\/development\/accounts/] });

  test('Modo Desarrollo: accounts that cannot be read are told, and asked for again', async ({ page }) => {
    await page.route('**/api/development/accounts', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/admin/login');
    const box = page.getByRole('region', { name: 'Modo Desarrollo' });
    await expect(box.getByRole('alert')).toContainText('No se han podido cargar las cuentas.');
    await page.unroute('**/api/development/accounts');
    await box.getByRole('button', { name: 'Reintentar' }).click();
    await expect(box.getByRole('option')).toHaveCount(5);
    await expect(box.getByRole('alert')).toHaveCount(0);
  });
});

test('what the screen behind the sign-in is made of is fetched while one types', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await page.goto(`/admin/login?redirect=${encodeURIComponent('/admin/users')}`);
  const parts = ['admin-layout', 'users-page'];
  await expect.poll(() => parts.every((part) => scripts.some((path) => path.includes(part)))).toBe(true);
  const before = scripts.length;
  await enter(page, PEOPLE.admin, DEMO_PASSWORD);
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Gestión de Usuarios' })).toBeVisible();
  const late = scripts.slice(before);
  expect(late.filter((path) => parts.some((part) => path.includes(part)))).toEqual([]);
});

const ELSEWHERE = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '@evil.example',
  'evil.example',
  'http://localhost.evil.example/admin',
  'https://evil.example',
  'javascript:alert(1)',
  '/admin/login?redirect=//evil.example',
];

// A9
test('one comes back to where one was going, and never to somewhere else', async ({ page }) => {
  const release = await holdSession(page, 'GET');
  await page.goto('/admin/users?role=user');
  await expect(page.getByText('Cargando...')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/admin\/login\?redirect=/);
  await enter(page, PEOPLE.admin, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/admin\/users\?role=user$/);
  await expect(page.getByRole('row')).not.toHaveCount(0);

  for (const wanted of ELSEWHERE) {
    await page.goto(`/admin/login?redirect=${encodeURIComponent(wanted)}`);
    await expect(page, `redirect=${wanted}`).toHaveURL(/\/admin$/);
  }
  await page.context().clearCookies();
  await page.goto(`/admin/login?redirect=${encodeURIComponent('/\\evil.example')}`);
  await enter(page, PEOPLE.admin, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
});

// S3
test('signing out ends the session on the server, and in the tabs that are open beside', async ({
  page,
  context,
}) => {
  await signInAs(page, 'admin');
  const other = await context.newPage();
  await other.goto('/admin/users?status=active');
  await expect(other.getByRole('row')).not.toHaveCount(0);
  const { name, value } = await sessionCookie(context);

  await page.goto('/admin');
  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  await expect(toast(page, 'Sesión cerrada exitosamente')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  const replay = await context.request.get('/api/users', { headers: { cookie: `${name}=${value}` } });
  expect(replay.status()).toBe(401);

  // Its stream of news has ended with the session.
  await expect(other).toHaveURL(/\/admin\/login\?redirect=/);
  await enter(other, PEOPLE.admin, DEMO_PASSWORD);
  await expect(other).toHaveURL(/\/admin\/users\?.*status=active/);
  await expect(other.getByRole('row')).not.toHaveCount(0);
});

test('what a password manager has filled in without a word is sent', async ({ page }) => {
  await page.goto('/admin/login');
  for (const [field, value] of [
    [email(page), PEOPLE.admin],
    [password(page), DEMO_PASSWORD],
  ] as const)
    await field.evaluate((input: HTMLInputElement, text) => (input.value = text), value);
  await submit(page).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test.describe('a tab that nobody looked at for a while', () => {
  /** Time goes by, and a person looks at the tab again: what is shown is read anew. */
  const lookAgain = async (page: Page) => {
    await page.clock.fastForward('02:00');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };

  test('leads to the sign-in where the session has ended, whichever answer comes first', async ({ page }) => {
    await signInAs(page, 'admin');
    await page.clock.install();
    await page.goto('/admin/users?status=active');
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await page.route(/\/api\/(?!session)/, () => undefined);
    await page.context().clearCookies();
    await lookAgain(page);
    await expect(page).toHaveURL(/\/admin\/login\?redirect=/);
    await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible();
  });

  test('shows nothing more of who was signed in before where it is somebody else now', async ({ page }) => {
    await signInAs(page, 'admin');
    await page.clock.install();
    await page.goto(`/admin/users?search=${PEOPLE.user}`);
    await expect(page.getByText(PEOPLE.user)).toBeVisible();
    // Nothing else is under way while the session changes: refused, it would say first that the old one is over.
    await page.route(/\/api\/(?!session)/, () => undefined);
    await page.getByRole('link', { name: 'Tickets' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tickets de Soporte' })).toBeVisible();
    await signInAs(page, 'otherAdmin');
    const read = page.waitForResponse('**/api/session');
    await lookAgain(page);
    await read;
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Gestión de Usuarios' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Usuarios' })).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByText(PEOPLE.user)).toHaveCount(0);
  });
});

test('the list behind a sign-in is asked for before all else', async ({ page }) => {
  const code = page.waitForRequest(/\/users-page-/);
  await page.goto('/admin/login?redirect=/admin/users');
  // What the screen is made of comes while one types.
  await page.evaluate((url) => import(url), (await code).url());
  // So do the accounts of the demo.
  await expect(page.getByRole('button', { name: 'Login Rápido' })).toBeEnabled();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname);
  });
  await enter(page, PEOPLE.super_admin, DEMO_PASSWORD);
  await expect(page.getByRole('row', { name: /@/ }).first()).toBeVisible();
  expect(asked[0]).toBe('/api/users');
});

test('a pointer on a link of the menu asks for the list that it leads to', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin');
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/tickets');
  await page.getByRole('navigation').getByRole('link', { name: 'Tickets' }).hover();
  await asked;
});
