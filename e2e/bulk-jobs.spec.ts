import type { Page } from '@playwright/test';
import type pg from 'pg';
import { connectTo } from './harness/database.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test as base } from './harness/test.ts';

/** More than the first part of the work. */
const PEOPLE = 1_050;

const test = base.extend<{ database: pg.Client }>({
  database: async ({ server }, use) => {
    const client = await connectTo(server);
    await use(client);
    await client.end();
  },
});

// A server of its own: thousands of people would be in the lists of the tests that share one.
test.use({ serverEnv: { MAIL_FROM: 'Atalaya <cambios@atalaya.test>' } });

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });

/** People of Demo Iberia, the last of whom has invited a person. */
async function addCrowd(database: pg.Client): Promise<string> {
  const name = `tropel${unique()}`;
  await database.query(
    `with made as (
       insert into profiles (organization_id, first_name, last_name, email, role)
       select p.organization_id, 'Ana', $1, n || '-' || $1 || '@example.test', 'user'
       from profiles p, generate_series(1, $2::int) n where p.email = 'admin@demo.test'
       returning id, organization_id)
     insert into organization_invitations
       (organization_id, email, invited_by, mail_token_hash, copy_token_hash, expires_at)
     select organization_id, 'invitada-' || $1 || '@example.test', id, sha256(gen_random_uuid()::text::bytea),
       sha256(gen_random_uuid()::text::bytea), now() + interval '1 day'
     from made order by id desc limit 1`,
    [name, PEOPLE],
  );
  return name;
}

async function deactivateAll(page: Page, name: string): Promise<void> {
  await page.goto(`/admin/users?search=${name}`);
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  const bar = page.getByRole('toolbar', { name: 'Acciones sobre los seleccionados' });
  await bar.getByRole('button', { name: 'Seleccionar los 1.050 que coinciden' }).click();
  await bar.getByRole('button', { name: 'Desactivar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click();
}
const countActive = async (database: pg.Client, name: string) => {
  const { rows } = await database.query<{ n: number }>(
    'select count(*)::int as n from profiles where last_name = $1 and is_active',
    [name],
  );
  return rows[0]?.n;
};

/** Changes that are still at work, canceled or not. */
const countJobs = async (database: pg.Client) => {
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from jobs.job where name = 'change' and state in ('created', 'retry', 'active')`,
  );
  return rows[0]?.n;
};

/** The admin has the name of the others in the place of one of them, until the test is over. */
async function becomeBoss(database: pg.Client, name: string) {
  const email = 'admin@demo.test';
  const { rows } = await database.query<{ first_name: string; last_name: string }>(
    'select first_name, last_name from profiles where email = $1',
    [email],
  );
  const rename = (first_name = '', last_name = '') =>
    database.query('update profiles set first_name = $2, last_name = $3 where email = $1', [
      email,
      first_name,
      last_name,
    ]);
  await database.query(
    'delete from profiles where id = (select id from profiles where last_name = $1 order by id limit 1)',
    [name],
  );
  await rename('Jefa', name);
  return { undo: () => rename(rows[0]?.first_name, rows[0]?.last_name) };
}

test('a change of very many people shows how far it is on any screen, and leaves nothing where it is canceled', async ({
  page,
  server,
  database,
}) => {
  const name = await addCrowd(database);
  // Held by another person, the invitation of the last of them lets the change get no further.
  const holder = await connectTo(server);
  await holder.query('begin');
  await holder.query('select from organization_invitations where email = $1 for update', [
    `invitada-${name}@example.test`,
  ]);
  await signInAs(page, 'admin');
  await deactivateAll(page, name);
  const running = toast(page, 'Cambio en marcha');
  await expect(running.getByRole('progressbar', { name: 'Progreso' })).toHaveAttribute(
    'aria-valuetext',
    '1.000 de 1.050',
  );
  // The selection is gone: one goes on.
  await expect(page.getByRole('toolbar', { name: 'Acciones sobre los seleccionados' })).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'Menú principal' });
  await menu.getByRole('link', { name: 'Importar y exportar 1 en marcha' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Cambio · Usuarios desactivar' });
  await expect(row.getByRole('progressbar', { name: 'Progreso de desactivar' })).toBeVisible();
  await running.getByRole('button', { name: 'Cancelar' }).click();
  await expect(toast(page, 'Cambio cancelado')).toContainText('No se ha cambiado nada.');
  await expect(row).toContainText('Cancelado');
  await holder.query('rollback');
  await holder.end();
  await expect.poll(() => countJobs(database)).toBe(0);
  expect(await countActive(database, name)).toBe(PEOPLE);
});

test('once it is done it can be undone, from its notice and from the list', async ({ page, database }) => {
  const name = await addCrowd(database);
  await signInAs(page, 'admin');
  await deactivateAll(page, name);
  const done = toast(page, '1.050 usuarios desactivados');
  await expect(done).toBeVisible();
  expect(await countActive(database, name)).toBe(0);
  await done.getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '1050 cambios deshechos')).toBeVisible();
  expect(await countActive(database, name)).toBe(PEOPLE);

  await deactivateAll(page, name);
  await expect(done).toBeVisible();
  await page.goto('/admin/transfers');
  const row = page.getByRole('row').filter({ hasText: 'Cambio · Usuarios desactivar' }).first();
  await expect(row).toContainText('Hecho');
  await expect(row).toContainText('1.050 cambiadas');
  await row.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '1050 cambios deshechos')).toBeVisible();
  expect(await countActive(database, name)).toBe(PEOPLE);
});

test('what may not be changed is named once it is known, and the others are changed without', async ({
  page,
  database,
}) => {
  const name = await addCrowd(database);
  const boss = await becomeBoss(database, name);
  await signInAs(page, 'admin');
  await deactivateAll(page, name);
  const question = page.getByRole('alertdialog').filter({ hasText: `Jefa ${name}` });
  await expect(question).toBeVisible();
  expect(await countActive(database, name)).toBe(PEOPLE);
  await page.getByRole('alertdialog').getByRole('button', { name: /1049/ }).click();
  await expect(toast(page, '1.049 usuarios desactivados')).toBeVisible();
  await page.goto('/admin/transfers');
  const rows = page.getByRole('row').filter({ hasText: 'Cambio · Usuarios desactivar' });
  await expect(rows.nth(0)).toContainText('1.049 cambiadas');
  await expect(rows.nth(1)).toContainText('Con error');
  await expect(rows.nth(1)).toContainText('No puedes');
  expect(await countActive(database, name)).toBe(1);
  await boss.undo();
});

test('so are very many tickets, from the form that asks for more', async ({ page, database }) => {
  const name = `Lote${unique()}`;
  await database.query(
    `insert into tickets (organization_id, title, description, created_by, created_by_name)
     select organization_id, $1 || ' ' || n, 'No va.', id, 'Usuario'
     from profiles, generate_series(1, 320) n where email = 'usuario1@demo.test'`,
    [name],
  );
  await signInAs(page, 'admin');
  await page.goto(`/admin/tickets?search=${name}`);
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: 'Seleccionar los 320 que coinciden' }).click();
  await bar.getByRole('button', { name: 'Cambiar estado' }).click();
  await page.getByRole('menuitem', { name: 'Marcar como Resuelto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolver 320 tickets' });
  await dialog.getByRole('textbox').fill('Ya funciona.');
  await dialog.getByRole('button', { name: 'Marcar como Resuelto' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, '320 tickets actualizados')).toBeVisible();
  const { rows } = await database.query(
    `select status, count(*)::int as n from tickets where title like $1 || ' %' group by 1`,
    [name],
  );
  expect(rows).toEqual([{ status: 'resolved', n: 320 }]);
});
