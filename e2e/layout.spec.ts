import type { Locator, Page } from '@playwright/test';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

const sidebar = (page: Page) => page.getByRole('complementary');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });
const linkTo = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Ruta de navegación' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar en todo' });
const theme = (page: Page) =>
  page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.mode]);

test('the sidebar: sizes, groups, links by role, the exact path, and the block of the person', async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin');
  await expect(sidebar(page).getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  expect(await sidebar(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 256, height: 900 });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  expect(await page.getByRole('banner').boundingBox()).toMatchObject({ x: 256, y: 0, height: 64 });

  const group = menu(page).getByRole('button', { name: 'Dashboards' });
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await expect(menu(page).getByRole('heading', { name: 'ADMINISTRACIÓN' })).toBeVisible();
  for (const name of ['Dashboard', 'Usuarios', 'Empresas', 'Configuración'])
    await expect(linkTo(page, name)).toBeVisible();
  await group.click();
  await expect(menu(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await group.click();

  const current = menu(page).locator('[aria-current=page]');
  await expect(current).toHaveText(['Dashboard']);
  await menu(page).getByRole('link', { name: 'Usuarios' }).click();
  await expect(page.getByRole('heading', { name: 'Gestión de Usuarios' })).toBeVisible();
  await expect(current).toHaveText(['Usuarios']);

  const person = sidebar(page).getByRole('button', { name: /^Admin Sistema/ });
  await expect(person).toHaveAttribute('aria-expanded', 'false');
  await expect(sidebar(page).getByRole('button', { name: 'Cerrar Sesión' })).toHaveCount(0);
  await person.click();
  await sidebar(page).getByRole('link', { name: 'Mi Perfil' }).click();
  await expect(page).toHaveURL(/\/admin\/profile$/);
  await expect(current).toHaveCount(0);
  await sidebar(page).getByRole('link', { name: 'Configuración' }).last().click();
  await expect(page).toHaveURL(/\/admin\/settings$/);
  await sidebar(page).getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);

  const admin = await openAs('admin');
  await admin.goto('/admin');
  await expect(linkTo(admin, 'Usuarios')).toBeVisible();
  await expect(linkTo(admin, 'Empresas')).toHaveCount(0);
  const user = await openAs('user');
  await user.goto('/admin');
  await expect(linkTo(user, 'Tickets de Soporte')).toBeVisible();
  for (const name of ['Usuarios', 'Empresas', 'Configuración'])
    await expect(linkTo(user, name)).toHaveCount(0);
  await expect(sidebar(user).getByRole('button', { name: /^Clara Peña Ríos/ })).toBeVisible();
});

test('the breadcrumb: a step per segment, what is no page, and the way back', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const steps = {
    '/admin': ['Inicio'],
    '/admin/users': ['Inicio', 'Personal Interno'],
    '/admin/companies': ['Inicio', 'Empresas Cliente'],
    '/admin/plans': ['Inicio', 'Planes y Precios'],
    '/admin/tickets': ['Inicio', 'Tickets de Soporte'],
    '/admin/otra-cosa/dentro': ['Inicio', 'Página no encontrada'],
    '/admin/users/otra-cosa': ['Inicio', 'Personal Interno', 'Página no encontrada'],
  };
  for (const [path, labels] of Object.entries(steps)) {
    await page.goto(path);
    await expect(crumbs(page).getByRole('listitem'), path).toHaveText(labels);
    await expect(crumbs(page).getByRole('link'), path).toHaveText(labels.slice(0, -1));
    await expect(crumbs(page).getByRole('listitem').first().locator('svg')).toBeVisible();
  }
  await crumbs(page).getByRole('link', { name: 'Inicio' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('four themes and a dark switch, kept, in force before the first paint', async ({ page }) => {
  await signInAs(page, 'user2');
  await page.goto('/admin');
  expect(await theme(page)).toEqual(['lightMinimal', 'light']);
  const open = () => page.getByRole('button', { name: 'Tema', exact: true }).click();
  const option = (name: string) => page.getByRole('menuitemradio', { name });
  await open();
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'Light MinimalClean and minimal',
    'Dark ProfessionalProfessional dark theme',
    'Gradient ModernModern with gradients',
    'Dark AnalyticsAnalytics focused',
  ]);
  await expect(option('Light Minimal')).toBeChecked();
  for (const [name, key] of [
    ['Dark Professional', 'darkProfessional'],
    ['Dark Analytics', 'darkAnalytics'],
    ['Gradient Modern', 'gradientModern'],
  ] as const) {
    await option(name).click();
    await expect(option(name)).toBeChecked();
    expect(await theme(page)).toEqual([key, 'light']);
  }
  await page.getByRole('menuitemcheckbox', { name: 'Modo oscuro' }).click();
  expect(await theme(page)).toEqual(['gradientModern', 'dark']);
  const stored = await page.evaluate(() => [localStorage['ui-kit-theme'], localStorage['ui-kit-theme-dark']]);
  expect(stored).toEqual(['gradientModern', 'true']);

  // What the root element says when the body begins is what is painted first.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      sessionStorage.setItem('at-first', `${document.documentElement.dataset.theme}`);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(sidebar(page)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('at-first'))).toBe('gradientModern');
  expect(await theme(page)).toEqual(['gradientModern', 'dark']);

  await page.evaluate(() => localStorage.setItem('ui-kit-theme', 'no-such-theme'));
  await page.reload();
  await expect(sidebar(page)).toBeVisible();
  expect(await theme(page)).toEqual(['default', 'dark']);
});

test('the interface changes language at once, and keeps it', async ({ page }) => {
  await signInAs(page, 'otherAdmin');
  await page.goto('/admin/users');
  const choose = async (account: string, language: string) => {
    await page.getByRole('button', { name: account }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
    await page.keyboard.press('Escape');
  };
  await choose('Menú de usuario', 'English');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Their names are English in both languages (docs/product.md).
  await expect(page.getByPlaceholder('Search everything...')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible();
  await choose('User menu', 'Español');
  await expect(menu(page)).toBeVisible();
});

test('keys: search everything, the search of the page, the list of shortcuts, the skip link', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Saltar al contenido' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(list).toContainText('Buscar en todo');
  await expect(list).toContainText('Ir a los avisosF6');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);

  const search = page.getByRole('searchbox', { name: 'Buscar usuarios' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('/?');
  await expect(search).toHaveValue('/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search.fill('');
  await search.blur();

  // What is typed at once is not lost, and the focus comes back.
  await linkTo(page, 'Usuarios').focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('perfil');
  await expect(palette(page).getByPlaceholder('Search everything...')).toHaveValue('perfil');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(linkTo(page, 'Usuarios')).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  const box = palette(page).getByPlaceholder('Search everything...');
  await expect(box).toBeFocused();
  await box.fill('configuracion');
  await expect(palette(page).getByRole('option', { name: 'Configuración' })).toBeVisible();
  await box.fill('pena rios');
  await expect(palette(page).getByRole('option', { name: 'usuario1@demo.test' })).toBeVisible();
  await expect(palette(page).getByRole('option', { name: 'admin2@demo.test' })).toHaveCount(0);
  await box.fill('nada-de-nada');
  await expect(palette(page).getByText('Nada coincide con «nada-de-nada»')).toBeVisible();
  await box.fill('mi perfil');
  await expect(palette(page).getByRole('option').first()).toHaveText('Mi Perfil');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/profile$/);
  await expect(palette(page)).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Buscar en todo' }).pressSequentially('modo oscuro');
  await expect(box).toHaveValue('modo oscuro');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await theme(page))[1]).toBe('dark');
});

test('the header of a table stays below the top bar, and a row that has the keyboard below both', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await stand(page, '/admin/users');
  const edges = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  const rows = page.locator('tbody').getByRole('row');
  await rows.last().focus();
  const header = page.getByRole('columnheader', { name: 'Usuario' });
  expect((await edges(header)).top).toBe((await edges(page.getByRole('banner'))).bottom);
  for (let nth = await rows.count(); nth > 1; nth--) {
    await page.keyboard.press('ArrowUp');
    const { top } = await edges(page.locator('tr:focus'));
    expect(top).toBeGreaterThanOrEqual((await edges(header)).bottom);
  }
});

test('on a phone the sidebar is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'admin');
  await page.goto('/admin');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(sidebar(page)).toHaveCount(0);
  const opener = page.getByRole('button', { name: 'Abrir el menú' });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Menú principal' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await drawer.getByRole('link', { name: 'Usuarios' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('pages that one may not see, that do not exist, and that are not there yet', async ({ page }) => {
  await signInAs(page, 'user');
  await page.goto('/admin/companies');
  await expect(
    page.getByText(/^Tu rol no incluye esta sección\. .* quien administra tu empresa o la plataforma\.$/),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No tienes acceso a esta página');
  await page.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  for (const path of ['/admin/no-existe', '/no-existe']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página no encontrada');
    await expect(page.getByRole('link', { name: 'Volver al inicio' })).toBeVisible();
  }
});

test.describe('what goes wrong', () => {
  test.use({
    expectedErrors: [/Failed to load resource|dynamically imported module|Unable to preload|server\.failed/],
  });

  test('a screen that fails says so, with the id of the request, and can be tried again', async ({
    page,
  }) => {
    await signInAs(page, 'admin');
    await page.route('**/api/session', (route) =>
      route.fulfill({ status: 500, json: { code: 'server.failed', request_id: 'req-de-prueba' } }),
    );
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' }).first()).toBeAttached();
    await expect(page.getByText('Estado 500')).toBeVisible();
    await expect(page.getByText('Error inesperado del servidor. Vuelve a intentarlo.')).toBeVisible();
    await expect(page.getByText('Identificador de la petición: req-de-prueba')).toBeVisible();
    await expect(page.getByText(/\bat .*\.js:\d+/)).toHaveCount(0);
    await page.unroute('**/api/session');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('heading', { name: 'Gestión de Usuarios' })).toBeVisible();
  });

  test('a part that a newer version has replaced: the page anew, or a notice', async ({ page }) => {
    await signInAs(page, 'admin');
    await page.goto('/admin');
    await page.route(/assets\/(users-page|command-palette)/, (route) => route.abort());
    await menu(page).getByRole('link', { name: 'Usuarios' }).click();
    await expect(page.getByText('Hay una nueva versión disponible').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Actualizar la página' })).toBeVisible();
    await page.goto('/admin');
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByText('Hay una nueva versión disponible.')).toBeVisible();
    await page.unroute(/assets\/(users-page|command-palette)/);
    await page.getByRole('button', { name: 'Actualizar', exact: true }).click();
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette(page)).toBeVisible();
  });

  test('without a network a banner says so, and reading goes on once it is back', async ({ page }) => {
    await signInAs(page, 'admin');
    await stand(page, '/admin/users');
    await expect(page.getByText('admin@demo.test').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menú de usuario' })).toBeVisible();
    const banner = page.getByText('Sin conexión. Lo que escribas se conserva: podrás guardarlo al volver.');
    await page.context().setOffline(true);
    await expect(banner).toBeVisible();
    await page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill('usuario1@demo.test');
    await expect(page).toHaveURL(/search=/);
    const waiting = page.getByText('Sin conexión. Lo que falta se cargará solo en cuanto vuelva.');
    await expect(waiting).toBeVisible();
    // What is not here yet waits, and leaves the screen as it is.
    await page.getByRole('searchbox', { name: 'Buscar usuarios' }).blur();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByText('Hay una nueva versión disponible')).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(banner).toHaveCount(0);
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(waiting).toHaveCount(0);
  });

  test('going to a screen that is not here yet waits for the network, and then goes there', async ({
    page,
  }) => {
    await signInAs(page, 'admin');
    await stand(page, '/admin/users');
    await expect(page.getByText('admin@demo.test').last()).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Tickets' }).click();
    await expect(page.getByText('Lo que falta se cargará solo en cuanto vuelva.')).toBeVisible();
    await expect(page.getByText('Cargando...')).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Tickets de Soporte' })).toBeVisible();
  });
});
