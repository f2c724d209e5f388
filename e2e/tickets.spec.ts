import type { Locator, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { hold } from './harness/hold.ts';
import { chooseMore } from './harness/more.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const dialogOf = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title });

type MadeTicket = {
  id: string;
  title: string;
  version: number;
  organization: { id: string };
  messages: { id: string }[];
};

function addTicket(page: Page, title = `Ticket ${unique()}`): Promise<MadeTicket> {
  return ask<MadeTicket>(page, 'POST', '/api/tickets', {
    title,
    description: 'No funciona.',
    priority: 'high',
  });
}

async function expectCounters(page: Page, counts: Record<string, number>): Promise<void> {
  const cards = page.getByRole('list', { name: 'Resumen de los tickets' }).getByRole('listitem');
  for (const [label, count] of Object.entries(counts))
    await expect(cards.filter({ hasText: label })).toHaveText(`${label}${String(count)}`);
}

async function choose(page: Page, filter: RegExp, option: string): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: filter }).click();
  await page.getByRole('menuitemradio', { name: option }).click();
}

async function write(dialog: Locator, text: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Responder' }).click();
  await dialog.getByRole('textbox', { name: 'Respuesta' }).fill(text);
  await dialog.getByRole('button', { name: 'Enviar respuesta' }).click();
}

test('a user asks: the form says what is missing, the list counts what the filters leave', async ({
  page,
}) => {
  const title = `Impresora ${unique()}`;
  await signInAs(page, 'user');
  await page.goto('/admin/tickets');
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets de Soporte' })).toBeVisible();
  await expect(page.getByText('Sistema de gestión de tickets de soporte')).toBeVisible();
  await page.getByRole('button', { name: 'Crear Ticket' }).first().click();
  const form = dialogOf(page, 'Crear Ticket');
  await form.getByRole('button', { name: 'Crear Ticket' }).click();
  await expect(form.getByText('Por favor completa todos los campos requeridos')).toHaveCount(2);
  await form.getByLabel('Título').fill(title);
  await form.getByLabel('Descripción').fill('**Urge** <img src=x onerror=alert(1)> [x](javascript:alert(1))');
  await form.getByRole('combobox', { name: 'Prioridad' }).click();
  await page.getByRole('option', { name: 'Urgente' }).click();
  await form.getByRole('button', { name: 'Crear Ticket' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Buscar tickets...' }).fill(title);
  const row = rowOf(page, title);
  for (const text of [/#\d+/, 'Demo Iberia', 'Urgente', 'Abierto', 'Sin asignar', 'Hace menos de 1 hora'])
    await expect(row).toContainText(text);
  await expectCounters(page, { Abiertos: 1, 'En Progreso': 0, Resueltos: 0, Urgentes: 1 });
  await choose(page, /^Prioridad: Todas/, 'Baja');
  await expect(page.getByText('No hay tickets con los filtros aplicados.')).toBeVisible();
  await expectCounters(page, { Abiertos: 0, Urgentes: 0 });
  await choose(page, /^Prioridad: Baja$/, 'Todas las prioridades');
  await choose(page, /^Estado: Todos/, 'Abierto');
  await expect(page).toHaveURL(/status=open/);
  await row.click();
  const detail = dialogOf(page, title);
  await expect(page).toHaveTitle(new RegExp(`^#\\d+ ${title} · Atalaya$`));
  await page.goBack();
  await expect(page).toHaveTitle('Tickets de Soporte · Atalaya');
  await page.goForward();
  await expect(detail.getByText('No hay mensajes en este ticket aún.')).toBeVisible();
  await expect(detail.getByText('Urge', { exact: true })).toHaveJSProperty('tagName', 'STRONG');
  await expect(detail).toContainText('<img src=x onerror=alert(1)> [x](javascript:alert(1))');
  await detail.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem', { name: 'Cerrar' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Asignar' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(detail).toHaveCount(0);
});

test('support answers and resolves, and the answer of the customer opens it again', async ({
  page,
  openAs,
}) => {
  const customer = await openAs('user');
  const ticket = await addTicket(customer);
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?search=${ticket.title}`);
  await rowOf(page, ticket.title).click();
  const detail = dialogOf(page, ticket.title);
  await write(detail, 'Lo miramos.');
  await expect(detail.getByRole('listitem').filter({ hasText: 'Lo miramos.' })).toContainText('Soporte');
  await detail.getByRole('switch', { name: 'Nota interna' }).click();
  await detail.getByRole('textbox', { name: 'Nota interna' }).fill('Es cosa del cable.');
  await detail.getByRole('button', { name: 'Guardar nota' }).click();
  await expect(detail.getByRole('listitem').filter({ hasText: 'Es cosa del cable.' })).toBeVisible();
  await chooseMore(detail, 'Marcar como Resuelto');
  const closing = dialogOf(page, 'Marcar como Resuelto');
  await closing.getByRole('button', { name: 'Marcar como Resuelto' }).click();
  await expect(closing.getByText('Por favor completa todos los campos requeridos')).toBeVisible();
  await closing.getByLabel('Mensaje de cierre').fill('Cambiado el cable.');
  await closing.getByRole('button', { name: 'Marcar como Resuelto' }).click();
  await expect(closing).toHaveCount(0);
  await expect(detail.getByText('Resuelto', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectCounters(page, { Abiertos: 0, 'En Progreso': 0, Resueltos: 1 });

  await customer.goto(`/admin/tickets?ticket=${ticket.id}`);
  const own = dialogOf(customer, ticket.title);
  await expect(own.getByRole('listitem').filter({ hasText: 'Cambiado el cable.' })).toBeVisible();
  await expect(own.getByText('Es cosa del cable.')).toHaveCount(0);
  await write(own, 'Sigue igual.');
  await expect(own.getByText('Abierto', { exact: true })).toBeVisible();
  await own.getByRole('tab', { name: 'Historial' }).click();
  await expect(own.getByText('Estado: Resuelto → Abierto')).toBeVisible();

  await page.reload();
  await expectCounters(page, { Abiertos: 1, Resueltos: 0 });
});

test('a draft outlives a reload, and an answer that came meanwhile is shown before it is sent', async ({
  page,
  openAs,
}) => {
  const customer = await openAs('user');
  const ticket = await addTicket(customer);
  await signInAs(page, 'admin');
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
  const detail = dialogOf(page, ticket.title);
  await detail.getByRole('button', { name: 'Responder' }).click();
  const reply = detail.getByRole('textbox', { name: 'Respuesta' });
  await reply.fill('Prueba a reiniciar.');
  await page.reload();
  await expect(reply).toHaveValue('Prueba a reiniciar.');
  await ask(customer, 'POST', `/api/tickets/${ticket.id}/messages`, {
    body: 'Ya lo he reiniciado.',
    seen_message_id: null,
  });
  await detail.getByRole('button', { name: 'Enviar respuesta' }).click();
  const question = detail.getByRole('status').filter({ hasText: 'Alguien ha respondido mientras escribías' });
  await expect(question).toContainText('Ya lo he reiniciado.');
  await expect(reply).toHaveValue('Prueba a reiniciar.');
  await question.getByRole('button', { name: 'Enviar igualmente' }).click();
  await expect(detail.getByRole('list', { name: 'Conversación' }).getByRole('listitem')).toHaveText([
    /Ya lo he reiniciado\.$/,
    /Prueba a reiniciar\.$/,
  ]);
  await expect(reply).toHaveValue('');
  await page.reload();
  await expect(detail.getByRole('button', { name: 'Responder' })).toBeVisible();
});

test('what is typed while an answer is being sent stays, as internal as it was', async ({ page, openAs }) => {
  const customer = await openAs('user');
  const ticket = await addTicket(customer);
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
  const detail = dialogOf(page, ticket.title);
  await detail.getByRole('button', { name: 'Responder' }).click();
  await detail.getByRole('switch', { name: 'Nota interna' }).click();
  const note = detail.getByRole('textbox', { name: 'Nota interna' });
  await note.fill('Es el cable.');
  const { asked, letGo } = await hold(page, 'POST', `**/api/tickets/${ticket.id}/messages`);
  await note.press('Control+Enter');
  await asked;
  await note.pressSequentially(' O el router.');
  letGo();
  await expect(detail.getByRole('list', { name: 'Conversación' }).getByText('Es el cable.')).toBeVisible();
  await expect(note).toHaveValue('O el router.');
});

test('who has a ticket meanwhile is told before it is given to somebody else', async ({ page, openAs }) => {
  const customer = await openAs('user');
  const ticket = await addTicket(customer);
  await signInAs(page, 'super_admin');
  const live = page.waitForResponse('**/api/live*');
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
  await live;
  const detail = dialogOf(page, ticket.title);
  await chooseMore(detail, 'Asignar');
  const assign = dialogOf(page, /^Asignar el ticket/);
  await assign.getByRole('combobox', { name: 'Asignar a' }).click();
  await page.getByRole('option', { name: /^Alba Vigía/ }).click();
  const { items } = await ask<{ items: { id: string; name: string }[] }>(
    page,
    'GET',
    `/api/tickets/assignees?organization_id=${ticket.organization.id}`,
  );
  const other = items.find(({ name }) => name !== 'Alba Vigía')!;
  const assigned = { version: ticket.version, assigned_to: other.id };
  await ask(page, 'PUT', `/api/tickets/${ticket.id}/assignee`, assigned);
  // The ticket behind the dialog shows it already.
  await expect(page.locator('dd').filter({ hasText: other.name })).toHaveCount(1);
  await assign.getByRole('button', { name: 'Asignar', exact: true }).click();
  await expect(assign.getByText('Otra persona lo ha cambiado mientras tanto.')).toBeVisible();
  await assign.getByRole('button', { name: 'Asignar', exact: true }).click();
  await expect(detail.getByRole('definition').filter({ hasText: 'Alba Vigía' })).toBeVisible();
});

test('a late answer about one ticket leaves another that was opened since', async ({ page, openAs }) => {
  const customer = await openAs('user');
  const name = `Tarde ${unique()}`;
  const [first, second] = [await addTicket(customer, `${name} a`), await addTicket(customer, `${name} b`)];
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?search=${name}`);
  await rowOf(page, first.title).click();
  await chooseMore(dialogOf(page, first.title), 'Eliminar');
  const { asked, letGo } = await hold(page, 'DELETE', `**/api/tickets/${first.id}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await asked;
  await page.keyboard.press('Escape');
  await rowOf(page, second.title).click();
  await expect(dialogOf(page, second.title)).toBeVisible();
  letGo();
  await expect(toast(page, 'Ticket eliminado')).toBeVisible();
  await expect(dialogOf(page, second.title)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`ticket=${second.id}`));
});

test('several at once: which one is refused is told, and the others go on without it', async ({
  page,
  openAs,
}) => {
  const customer = await openAs('admin');
  const name = `Lote ${unique()}`;
  for (const title of [`${name} a`, `${name} b`, `${name} c`]) await addTicket(customer, title);
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?search=${name}`);
  const toolbar = page.getByRole('toolbar');
  const act = async (item: string) => {
    await toolbar.getByRole('button', { name: 'Cambiar estado' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await rowOf(page, `${name} b`).getByRole('checkbox').click();
  await act('Cerrar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar' }).click();
  await expect(rowOf(page, `${name} b`)).toContainText('Cerrado');

  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await act('Marcar en progreso');
  const question = page.getByRole('alertdialog', { name: '1 no se puede cambiar' });
  await expect(question.getByRole('listitem')).toHaveText(
    new RegExp(`^#\\d+ ${name} b: El estado del ticket ya no permite esta acción`),
  );
  await question.getByRole('button', { name: 'No cambiar nada' }).click();
  await expect(page.getByRole('cell', { name: 'Abierto' })).toHaveCount(2);
  await act('Marcar en progreso');
  await question.getByRole('button', { name: 'Continuar con las 2 restantes' }).click();
  await expect(toast(page, '2 tickets actualizados')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'En Progreso' })).toHaveCount(2);
});

test('several at once: assigned, re-prioritised, closed; one taken by oneself, deleted and brought back', async ({
  page,
  openAs,
}) => {
  const customer = await openAs('admin');
  const name = `Lote ${unique()}`;
  const last = `${name} c`;
  for (const title of [`${name} a`, `${name} b`, last]) await addTicket(customer, title);
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?search=${name}`);
  await rowOf(page, last).click();
  const detail = dialogOf(page, last);
  await chooseMore(detail, 'Asignar');
  await page.getByRole('button', { name: 'Asignarme' }).click();
  await expect(detail.getByRole('definition').filter({ hasText: 'Alba Vigía' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, last)).toContainText('Alba Vigía');

  const select = async () => {
    await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
    await expect(page.getByText('3 seleccionados')).toBeVisible();
  };
  await select();
  await page.getByRole('button', { name: 'Cambiar prioridad' }).click();
  await page.getByRole('menuitem', { name: 'Urgente' }).click();
  await expect(toast(page, '3 tickets actualizados')).toBeVisible();
  await expectCounters(page, { Abiertos: 3, Urgentes: 3 });
  await select();
  await page.getByRole('toolbar').getByRole('button', { name: 'Asignar' }).click();
  const assign = dialogOf(page, 'Asignar 3 tickets');
  await assign.getByRole('combobox', { name: 'Asignar a' }).click();
  await page.getByRole('option', { name: /^Alba Vigía/ }).click();
  await assign.getByRole('button', { name: 'Asignar' }).click();
  await expect(page.getByRole('cell', { name: 'Alba Vigía' })).toHaveCount(3);
  await select();
  await page.getByRole('button', { name: 'Cambiar estado' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('cell', { name: 'Cerrado' })).toHaveCount(3);

  await rowOf(page, last).click();
  await chooseMore(detail, 'Eliminar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(page, last)).toHaveCount(0);
  await toast(page, 'Ticket eliminado').getByRole('button', { name: 'Deshacer' }).click();
  await expect(rowOf(page, last)).toBeVisible();
});

test('a reply written in advance begins an answer; removed, it can be brought back', async ({
  page,
  openAs,
}) => {
  const customer = await openAs('user');
  const ticket = await addTicket(customer);
  const name = `Saludo ${unique()}`;
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
  const detail = dialogOf(page, ticket.title);
  await detail.getByRole('button', { name: 'Responder' }).click();
  await detail.getByRole('button', { name: 'Respuestas guardadas' }).click();
  await page.getByRole('menuitem', { name: 'Gestionar respuestas' }).click();
  await page.getByRole('button', { name: 'Nueva respuesta' }).click();
  const form = dialogOf(page, 'Nueva respuesta guardada');
  await form.getByLabel('Título').fill(name);
  await form.getByLabel('Texto').fill('Hola, gracias por escribirnos.');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('button', { name: `Editar «${name}»` })).toBeVisible();
  await page.keyboard.press('Escape');
  await detail.getByRole('button', { name: 'Respuestas guardadas' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(detail.getByRole('textbox', { name: 'Respuesta' })).toHaveValue(
    'Hola, gracias por escribirnos.',
  );

  await detail.getByRole('button', { name: 'Respuestas guardadas' }).click();
  await page.getByRole('menuitem', { name: 'Gestionar respuestas' }).click();
  const replies = dialogOf(page, 'Respuestas guardadas').getByRole('listitem').filter({ hasText: name });
  await replies.getByRole('button', { name: `Eliminar «${name}»` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(replies).toHaveCount(0);
  await toast(page, 'Respuesta eliminada').getByRole('button', { name: 'Deshacer' }).click();
  await expect(replies).toHaveCount(1);
});

test('of a reply that somebody else changes meanwhile both texts are shown, and the own one is kept', async ({
  page,
  openAs,
}) => {
  const ticket = await addTicket(await openAs('user'));
  const name = `Saludo ${unique()}`;
  const [mine, theirs] = [`Buenos días de ${name}.`, `Buenas tardes de ${name}.`];
  await signInAs(page, 'super_admin');
  await ask(page, 'POST', '/api/canned-replies', { title: name, body: 'Hola.' });
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
  const detail = dialogOf(page, ticket.title);
  await detail.getByRole('button', { name: 'Responder' }).click();
  await detail.getByRole('button', { name: 'Respuestas guardadas' }).click();
  await page.getByRole('menuitem', { name: 'Gestionar respuestas' }).click();
  await page.getByRole('button', { name: `Editar «${name}»` }).click();
  const form = dialogOf(page, 'Editar respuesta guardada');
  await form.getByLabel('Texto').fill(mine);
  type Stored = { id: string; title: string; version: number };
  const { items } = await ask<{ items: Stored[] }>(page, 'GET', '/api/canned-replies');
  const stored = items.find(({ title }) => title === name)!;
  const change = { version: stored.version, body: theirs };
  await ask(page, 'PATCH', `/api/canned-replies/${stored.id}`, change);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('row').filter({ hasText: 'Texto' })).toHaveText(`Texto${mine}${theirs}`);
  await form.getByRole('button', { name: 'Mantener lo mío' }).click();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form).toHaveCount(0);
  await expect(dialogOf(page, 'Respuestas guardadas').getByText(mine)).toBeVisible();
});

test('between phone and desk a title has room to be read', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 768, height: 1000 });
  await page.goto('/admin/tickets');
  await expect(page.getByRole('row').nth(1)).toContainText('#');
  const title = page.getByRole('row').nth(1).locator('[data-card=first]').first();
  expect((await title.boundingBox())?.width).toBeGreaterThan(200);
});

test('what is older than a ticket shows at once is a button away, and what one reads stays in its place', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const ticket = await addTicket(page);
  const say = (n: number) =>
    ask(page, 'POST', `/api/tickets/${ticket.id}/messages`, {
      body: `Mensaje ${String(n)}.${'\n\nSigue.'.repeat(8)}`,
      seen_message_id: null,
      confirm_answered: true,
    });
  for (let n = 1; n <= 9; n += 1) await say(n);
  // As if so few were all that is shown at once.
  const fewer = { '': 'messages=3&history=4', '/messages': 'limit=3', '/history': 'limit=4' };
  for (const [path, few] of Object.entries(fewer))
    await page.route(
      (url) => url.pathname === `/api/tickets/${ticket.id}${path}`,
      (route) => {
        const url = new URL(route.request().url());
        if (route.request().method() !== 'GET') return route.continue();
        return route.continue({ url: `${url.origin}${url.pathname}?${url.searchParams.toString()}&${few}` });
      },
    );
  const stream = page.waitForResponse('**/api/live*');
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
  expect((await stream).status()).toBe(200);

  const dialog = dialogOf(page, ticket.title);
  const said = dialog.getByRole('list', { name: 'Conversación' }).getByRole('listitem');
  const numbers = async () =>
    (await said.allInnerTexts()).map((text) => Number(/Mensaje (\d+)/.exec(text)?.[1]));
  await expect(dialog.getByText('Se muestran los últimos 3 mensajes de 9.')).toBeVisible();
  await expect.poll(numbers).toEqual([7, 8, 9]);
  const older = dialog.getByRole('button', { name: 'Ver mensajes anteriores' });
  await older.scrollIntoViewIfNeeded();
  const placeOf = async (text: string) => (await said.filter({ hasText: text }).boundingBox())?.y ?? NaN;
  const place = await placeOf('Mensaje 7.');
  await older.click();
  await expect.poll(numbers).toEqual([4, 5, 6, 7, 8, 9]);
  expect(Math.abs((await placeOf('Mensaje 7.')) - place)).toBeLessThan(2);

  // What arrives is added at the end, and nothing between is lost.
  await say(10);
  await expect.poll(numbers).toEqual([4, 5, 6, 7, 8, 9, 10]);
  await expect(dialog.getByText('Se muestran los últimos 7 mensajes de 10.')).toBeVisible();
  await older.click();
  await expect.poll(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await expect(older).toHaveCount(0);
  await expect(dialog.getByRole('list', { name: 'Conversación' })).toBeFocused();

  await dialog.getByRole('tab', { name: 'Historial' }).click();
  const done = dialog.getByRole('list', { name: 'Historial' }).getByRole('listitem');
  // The four that were shown, and the last answer.
  await expect(done).toHaveCount(5);
  await expect(dialog.getByText('Se muestran los últimos 5 cambios de 11.')).toBeVisible();
  const before = dialog.getByRole('button', { name: 'Ver anteriores' });
  await before.click();
  await expect(done).toHaveCount(9);
  await before.click();
  await expect(done).toHaveCount(11);
  await expect(done.first()).toContainText('creó el ticket');
  await expect(before).toHaveCount(0);
});
