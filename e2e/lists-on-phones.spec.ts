import type { Locator, Page } from '@playwright/test';
import { adminScreens, publicScreens } from '../web/src/app/screens.tsx';
import { ask, sendFile } from './harness/ask.ts';
import { addBilledCompany, firstRow, LISTS, signInWithRows } from './harness/lists.ts';
import { problemsIn, widthOf } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { settle, stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';
import { tooLow } from './harness/touch.ts';

const PHONE = { width: 390, height: 844 };
const NO_FILTERS = '/admin/transfers';

/**
 * That of components is of no use on a phone, another is shown to those alone who must set up a second factor, and the
 * last to those who are signed in.
 */
const ELSEWHERE = ['/kit', '/admin/two-factor', '/oauth/authorize'];
/** By whom they are looked at: all screens, the tabs of those that have some, and what an admin has in another form. */
const SCREENS: Record<'visitor' | 'super_admin' | 'admin', string[]> = {
  visitor: publicScreens
    .map(({ path }) => path.replace('$token', 'inventado'))
    .filter((path) => !ELSEWHERE.includes(path)),
  super_admin: [
    ...adminScreens.map(({ path }) => path).filter((path) => path !== '/admin/my-companies'),
    ...['security', 'mail', 'notifications', 'data'].map((tab) => `/admin/settings?tab=${tab}`),
    ...['security', 'sessions', 'notifications', 'keys'].map((tab) => `/admin/profile?tab=${tab}`),
    '/oauth/authorize',
  ],
  admin: ['/app', '/admin', '/admin/my-companies', '/admin/billing', '/admin/settings'],
};

/** Puts one thing of each kind into its bin. */
async function fillBins(page: Page, name: string): Promise<void> {
  type Made = { id: string; version: number };
  const company = await ask(page, 'POST', '/api/organizations', { name });
  const person = { first_name: 'Ana', last_name: name, email: `ana-${unique()}@example.test`, role: 'user' };
  const user = await ask(page, 'POST', '/api/users', { ...person, organization_id: company.id });
  await ask(page, 'DELETE', `/api/users/${user.id}`);
  const ticket = { title: name, description: 'No va.', organization_id: company.id };
  await ask(page, 'DELETE', `/api/tickets/${(await ask(page, 'POST', '/api/tickets', ticket)).id}`);
  await ask(page, 'DELETE', `/api/organizations/${company.id}`, { confirm_name: name });
  const terms = { price_cents: 1900, max_users: 10, description: 'Para ver', features: ['Una'] };
  const plan = await ask<Made>(page, 'POST', '/api/plans', { name, ...terms });
  await ask(page, 'DELETE', `/api/plans/${plan.id}`, { version: plan.version });
}

test.describe('a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE });

  test('each list begins in the upper half of the window, in cards of two lines', async ({ page }) => {
    await signInWithRows(page);
    for (const path of LISTS) {
      await stand(page, path);
      await expect(firstRow(page), path).toBeVisible();
      const { y } = (await firstRow(page).boundingBox())!;
      const heights = await page
        .locator('tbody tr[data-row]')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect.soft(y, `${path} begins at`).toBeLessThanOrEqual(360);
      expect.soft(Math.max(...heights), `${path} has cards of`).toBeLessThanOrEqual(88);
      expect.soft(await widthOf(page)).toEqual([]);
      expect.soft(await page.evaluate(() => innerWidth), path).toBe(PHONE.width);
    }
  });

  test('so do the plans, and the bin of each list', async ({ page }) => {
    await signInAs(page, 'super_admin');
    const name = `Borrado ${unique()}`;
    await fillBins(page, name);
    for (const path of ['users', 'companies', 'tickets', 'plans'].map((each) => `/admin/${each}?bin=true`)) {
      await stand(page, path);
      const first = page.getByRole('list', { name: 'Papelera' }).getByRole('listitem').first();
      expect.soft((await first.boundingBox())!.y, `${path} begins at`).toBeLessThanOrEqual(360);
      expect.soft(await widthOf(page)).toEqual([]);
    }
    await stand(page, '/admin/plans');
    const plan = page.getByRole('list', { name: 'Planes' }).locator('li[data-row]').first();
    expect((await plan.boundingBox())!.y).toBeLessThanOrEqual(360);
    // The highest price is whole beside the other two figures, on the narrowest phone too.
    await page.setViewportSize({ width: 360, height: 800 });
    const price = page.getByText('299,00 $/mes', { exact: true }).first();
    expect(await price.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('what one has brought in and taken out are cards of two lines, however long a name is', async ({
    page,
  }) => {
    await signInAs(page, 'admin');
    const name = unique();
    const file = {
      name: `Clientes y personas de contacto de la delegación de ${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Nombre;Apellidos;Email\nAna;${name};${name}@example.test\nBeto;${name};beto-sin-arroba`,
      ),
    };
    type Sent = { id: string; mapping: unknown };
    await ask(page, 'POST', '/api/transfers/exports', { what: { resource: 'users', filters: {} } });
    const { id, mapping } = await sendFile<Sent>(page, '/api/imports?resource=users', file);
    await ask(page, 'POST', `/api/imports/${id}/check`, { mapping });
    await page.goto(`/admin/users?import=${id}`);
    await page.getByRole('button', { name: 'Importar 1 fila' }).click();
    await expect(page.getByText('1 fila importada')).toBeVisible();

    await stand(page, '/admin/transfers');
    const card = page.getByRole('row').filter({ hasText: name });
    await expect(card).toContainText('1 importada, 1 con errores');
    await expect(card.getByRole('button', { name: 'Deshacer importación' })).toBeVisible();
    const heights = await page
      .locator('tbody tr[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(88);
    // Its link has room for a finger on the first card, too, above which the frame of the list ends.
    expect(await page.evaluate(tooLow, 'tbody')).toEqual([]);
  });

  test('tickets that are sorted by their last change show it', async ({ page }) => {
    await signInAs(page, 'super_admin');
    await stand(page, '/admin/tickets?sort=updated_at');
    await expect(firstRow(page)).toBeVisible();
    const cards = await page.locator('tbody tr[data-row]').evaluateAll((rows) =>
      rows.map((row) => ({
        height: row.getBoundingClientRect().height,
        times: [...row.querySelectorAll('time')]
          .filter((time) => time.checkVisibility())
          .map(
            (time) =>
              time.getBoundingClientRect().right < time.closest('td')!.getBoundingClientRect().right + 1,
          ),
      })),
    );
    // One, and it is not cut.
    for (const { height, times } of cards) {
      expect(times).toEqual([true]);
      expect(height).toBeLessThanOrEqual(88);
    }
  });

  test('all that is pressed is high enough for a finger, and accessible', async ({ page }) => {
    await signInWithRows(page);
    for (const path of LISTS) {
      await stand(page, path);
      await expect(firstRow(page), path).toBeVisible();
      expect.soft(await problemsIn(page, 'lightMinimal'), path).toEqual([]);
      expect.soft(await page.evaluate(tooLow, 'body'), path).toEqual([]);
      const widths = await page
        .locator('nav li button:visible')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().width));
      expect.soft(Math.min(44, ...widths), `${path} has pages of`).toBe(44);
    }
  });

  for (const [who, paths] of Object.entries(SCREENS) as [keyof typeof SCREENS, string[]][])
    test(`so is all of every other screen: ${who}`, async ({ page }) => {
      test.setTimeout(240_000);
      if (who !== 'visitor') await signInAs(page, who);
      for (const path of paths) {
        await stand(page, path);
        expect.soft(await page.evaluate(tooLow, 'body'), path).toEqual([]);
      }
    });

  test('the filters are in a sheet, which counts them and gives the focus back', async ({ page }) => {
    await signInAs(page, 'super_admin');
    const opener = page.getByRole('button', { name: /^Filtros/ });
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    for (const path of LISTS.filter((each) => each !== NO_FILTERS)) {
      await stand(page, path);
      await opener.click();
      await expect(sheet, path).toBeVisible();
      await settle(page);
      expect.soft(await page.evaluate(tooLow, '[role=dialog]'), path).toEqual([]);
      expect.soft(await problemsIn(page, 'lightMinimal', { within: '[role=dialog]' }), path).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      await expect(opener, path).toBeFocused();
    }
    await stand(page, '/admin/users');
    await opener.click();
    await sheet.getByRole('combobox', { name: 'Estado' }).click();
    await page.getByRole('option', { name: 'Inactivos' }).click();
    // What is typed last counts, too, where the sheet is closed at once.
    await sheet.getByRole('searchbox', { name: 'Cargo' }).fill('nadie');
    await sheet.getByRole('button', { name: 'Cerrar los filtros' }).click();
    await expect(page).toHaveURL(/status=inactive/);
    await expect(page).toHaveURL(/job_title=nadie/);
    await expect(opener).toHaveText('Filtros (2)');
    await expect(opener).toBeFocused();
    await opener.click();
    await sheet.getByRole('button', { name: 'Limpiar Filtros' }).click();
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.keyboard.press('Escape');
    await expect(opener).toHaveText('Filtros');
  });

  test('what can be done with the chosen rows is at the foot of the window, below the last one', async ({
    page,
  }) => {
    await signInAs(page, 'super_admin');
    for (const path of ['/admin/users', '/admin/tickets']) {
      await stand(page, path);
      const [all, one] = await Promise.all(
        ['thead', 'tbody'].map((part) => page.locator(part).getByRole('checkbox').first().boundingBox()),
      );
      expect(all!.x, path).toBe(one!.x);
      await page.locator('tbody').getByRole('checkbox').nth(9).click();
      await expect(page.getByText('1 seleccionado', { exact: true })).toBeInViewport();
      const bar = page.getByRole('toolbar');
      const { y, height } = (await bar.boundingBox())!;
      expect(y + height, path).toBe(PHONE.height);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const last = (await page.locator('tbody tr[data-row]').last().boundingBox())!;
      expect(last.y + last.height, path).toBeLessThanOrEqual((await bar.boundingBox())!.y);
    }
  });

  test('a card has one menu, which does not make the window wider', async ({ page }) => {
    await signInAs(page, 'super_admin');
    for (const [path, edit] of [
      ['/admin/users', 'Editar Usuario'],
      ['/admin/companies', 'Editar Empresa'],
    ] as const) {
      await stand(page, path);
      await expect(firstRow(page).getByRole('button')).toHaveCount(1);
      await firstRow(page).getByRole('button').click();
      await expect(page.getByRole('menu')).toBeVisible();
      const widths = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      expect(widths, path).toEqual([PHONE.width, PHONE.width]);
      expect(await page.evaluate(tooLow, '[role=menu]')).toEqual([]);
      await page.getByRole('menuitem', { name: 'Editar' }).click();
      await expect(page.getByRole('dialog', { name: edit })).toBeVisible();
    }
  });

  test('invitations: their filter is in the sheet, and each has one menu', async ({ page }) => {
    await signInAs(page, 'admin');
    const email = `invitada.de.nombre.compuesto.${unique()}@servicios-integrales.example.test`;
    await ask(page, 'POST', '/api/invitations', { email, role: 'user' });
    await stand(page, `/admin/users?tab=invitations&isearch=${email}`);
    const item = page.getByRole('listitem').filter({ hasText: email });
    await expect(item).toBeInViewport();
    expect.soft((await item.boundingBox())!.y).toBeLessThanOrEqual(360);
    // Two lines for the address, and one each for its states, its days, and who invited to where.
    expect.soft((await item.boundingBox())!.height).toBeLessThanOrEqual(140);
    expect.soft(await widthOf(page)).toEqual([]);
    expect.soft(await problemsIn(page, 'lightMinimal')).toEqual([]);
    expect.soft(await page.evaluate(tooLow, 'body')).toEqual([]);
    await expect(item.getByRole('button')).toHaveCount(1);
    await item.getByRole('button').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Copiar enlace', 'Reenviar', 'Cancelar']);
    expect(await page.evaluate(tooLow, '[role=menu]')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Cancelar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conservarla' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const opener = page.getByRole('button', { name: /^Filtros/ });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    await sheet.getByRole('combobox', { name: 'Estado' }).click();
    await page.getByRole('option', { name: 'Aceptada' }).click();
    await sheet.getByRole('button', { name: 'Cerrar los filtros' }).click();
    await expect(page).toHaveURL(/istatus=accepted/);
    await expect(opener).toHaveText('Filtros (1)');
    await expect(item).toHaveCount(0);
    await opener.click();
    await sheet.getByRole('button', { name: 'Limpiar Filtros' }).click();
    await expect(page).toHaveURL(/tab=invitations$/);
    await page.keyboard.press('Escape');
    await expect(opener).toHaveText('Filtros');
  });

  test('what goes out and comes in is behind one button of the heading', async ({ page }) => {
    await signInAs(page, 'super_admin');
    for (const path of ['/admin/users', '/admin/companies', '/admin/tickets']) {
      await stand(page, path);
      await page.getByRole('button', { name: 'Exportar e importar' }).click();
      await expect(page.getByRole('menuitem')).toHaveText([
        'Exportar',
        'Importar',
        'Tus importaciones y exportaciones',
      ]);
      await page.getByRole('menuitem', { name: 'Importar', exact: true }).click();
      await expect(page.getByRole('dialog', { name: /^Importar/ })).toBeVisible();
    }
  });
});

test('a tablet shows the state of each row, and all that is shown is whole', async ({ page }) => {
  await signInWithRows(page);
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const path of LISTS) {
    await stand(page, path);
    const state = firstRow(page).locator('[data-card=first]').last();
    await expect(state, path).toBeInViewport({ ratio: 1 });
    // Nothing lies over it.
    await state.click({ trial: true });
    expect(await widthOf(page)).toEqual([]);
    const box = page.locator('.data-table-scroll');
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), path).toBe(0);
  }
});

test('at a desk a ticket has one line for its title, all of which is its tooltip', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  await stand(page, '/admin/tickets');
  await expect(firstRow(page)).toBeVisible();
  const titles = await page.locator('tbody tr[data-row] [data-card=first] [title]').evaluateAll((all) =>
    all.map((title) => ({
      lines: title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight),
      isWhole: title.getAttribute('title') === title.textContent,
    })),
  );
  expect(titles).toHaveLength(await page.locator('tbody tr[data-row]').count());
  for (const title of titles) expect(title).toEqual({ lines: 1, isWhole: true });
});

const linesOf = (text: Locator) =>
  text.evaluate(
    (shown) => shown.getBoundingClientRect().height / parseFloat(getComputedStyle(shown).lineHeight),
  );

test('at a desk the name of a company has two lines beside a ticket, all of which is its tooltip', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const name = `Compañía Mediterránea de Servicios Integrales de Mantenimiento y Limpieza ${unique()}, S. A.`;
  const title = `Avería ${unique()}`;
  const { id: organization_id } = await ask(page, 'POST', '/api/organizations', { name });
  await ask(page, 'POST', '/api/tickets', { title, description: 'No va.', organization_id });
  await page.setViewportSize({ width: 1440, height: 900 });
  await stand(page, `/admin/tickets?search=${title}`);
  expect(await linesOf(firstRow(page).getByTitle(name))).toBe(2);
  // In the list of companies it is cut in one line, and makes the table no wider.
  await stand(page, `/admin/companies?search=${name}`);
  await expect(firstRow(page).getByRole('cell').last()).toBeInViewport({ ratio: 1 });
  expect(await widthOf(page)).toEqual([]);
  await stand(page, `/admin/tickets?search=${title}`);
  // In the card of a phone it is cut in one line, and seen to go on.
  await page.setViewportSize(PHONE);
  await expect(firstRow(page).getByTitle(name)).toHaveCSS('text-overflow', 'ellipsis');
  expect((await firstRow(page).boundingBox())!.height).toBeLessThanOrEqual(88);
});

test('a long name of a company is cut in one line beside its invoices and payments', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const { id, name } = await addBilledCompany(page);
  for (const tab of ['invoices', 'payments']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await stand(page, `/admin/billing?tab=${tab}&organization=${id}`);
    const shown = firstRow(page).getByTitle(name);
    await expect(shown, tab).toHaveCSS('text-overflow', 'ellipsis');
    expect(await linesOf(shown), tab).toBe(1);
    await expect(firstRow(page).getByRole('cell').last()).toBeInViewport({ ratio: 1 });
    expect(await widthOf(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expect(shown, tab).toBeVisible();
    expect(await linesOf(shown), tab).toBe(1);
    expect((await firstRow(page).boundingBox())!.height, tab).toBeLessThanOrEqual(88);
    expect(await widthOf(page)).toEqual([]);
  }
});

test('at a desk the filters of tickets are one row, also while some are set', async ({ page }) => {
  await signInAs(page, 'super_admin');
  for (const set of ['', '?status=in_progress&priority=urgent&waits_for=staff']) {
    await stand(page, `/admin/tickets${set}`);
    const tops = await page
      .getByRole('search')
      .locator(
        'button:visible, [role=combobox]:visible, [role=searchbox]:visible, input[type=search]:visible',
      )
      .evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height > 1)
          .map(({ top, height }) => Math.round(top + height / 2)),
      );
    expect(tops.length).toBeGreaterThan(5);
    expect(new Set(tops).size, set).toBe(1);
  }
  // The one that is out of sight is counted.
  await page.getByRole('button', { name: 'Más filtros (1)' }).click();
  const more = page.getByRole('dialog', { name: 'Más filtros' });
  await more.getByRole('button', { name: 'Espera a: Soporte' }).click();
  await page.getByRole('menuitemradio', { name: 'Todas las esperas' }).click();
  await expect(page.getByRole('button', { name: 'Más filtros', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Más filtros', exact: true })).toBeFocused();
});

test('a desk has tables, and a wide screen wider ones, but no wider forms', async ({ page }) => {
  await signInWithRows(page);
  const widthOfContent = () => page.locator('#content').evaluate(({ clientWidth }) => clientWidth);
  for (const path of LISTS) {
    // The narrowest window with a table, that of many laptops, and a desk.
    for (const width of [1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await stand(page, path);
      const box = page.locator('.data-table-scroll');
      expect
        .soft(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), path)
        .toBe(0);
    }
    await expect(firstRow(page), path).toHaveCSS('display', 'table-row');
    await expect(firstRow(page).getByRole('cell').last(), path).toBeInViewport({ ratio: 1 });
    expect(await widthOf(page)).toEqual([]);
    await page.setViewportSize({ width: 2560, height: 1300 });
    expect(await widthOfContent(), path).toBeGreaterThan(1700);
    expect(await widthOfContent(), path).toBeLessThanOrEqual(1800);
  }
  await stand(page, '/admin/settings');
  expect(await widthOfContent()).toBeLessThanOrEqual(1280);
});
