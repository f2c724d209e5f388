import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });

type Company = { id: string; name: string; slug: string; version: number };

const addCompany = (page: Page, values: object = {}) =>
  ask<Company>(page, 'POST', '/api/organizations', { name: `Empresa ${unique()}`, ...values });
const addPerson = (page: Page, organization_id: string) =>
  ask(page, 'POST', '/api/users', {
    first_name: 'Persona',
    last_name: unique(),
    email: `persona-${unique()}@example.test`,
    role: 'user',
    organization_id,
  });

/** A Spanish NIF that no other test uses: eight digits and the letter that follows from them. */
function personalTaxId(): string {
  const digits = String(parseInt(unique(), 16) % 100_000_000).padStart(8, '0');
  return `${digits}${'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23)}`;
}

test('the list: columns, counts over all companies, pages, search and filters in the address', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page, { name: `Ñandú ${unique()}`, plan_type: 'enterprise' });
  await page.goto('/admin/companies');
  await expect(page.getByRole('heading', { name: 'Empresas Cliente' })).toBeVisible();
  for (const column of ['Empresa', 'Estado', 'Máx. usuarios', 'Fecha de creación'])
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(21);
  await expect(page.getByRole('heading', { name: /^Empresas \(\d{2,}\)$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Página 2', exact: true }).click();
  await expect(page.getByText(/^Mostrando 21 a 40 de \d+ elementos$/)).toBeVisible();
  await page.getByRole('button', { name: 'Plan Enterprise' }).click();
  await expect(page).toHaveURL(/plan=enterprise/);
  await expect(page).not.toHaveURL(/page=2/);
  await expect(rowOf(page, company.name)).toContainText('Enterprise');
  await page.getByRole('searchbox', { name: 'Buscar empresas' }).fill(company.slug.toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, company.name)).toContainText('Prueba');
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Cancelado' }).click();
  await expect(page.getByText('Ninguna empresa coincide con los filtros.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click();
  await expect(page).not.toHaveURL(/search=|status=|plan=/);
});

test('adding: a name is needed, 5 users unless a number is given, a slug of its own, and the detail has an address', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const twin = await addCompany(page);
  await page.goto('/admin/companies');
  await page.getByRole('button', { name: 'Agregar Empresa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar Empresa' });
  await dialog.getByRole('button', { name: 'Crear empresa' }).click();
  await expect(dialog.getByText('El nombre de la empresa es requerido')).toBeVisible();
  await expect(dialog.getByLabel('Estado')).toHaveCount(0);
  await dialog.getByLabel('Nombre de la empresa').fill(twin.name);
  const seats = dialog.getByLabel('Máximo de usuarios');
  await expect(seats).toHaveAccessibleDescription('Si lo dejas vacío o no es un número válido, serán 5.');
  await seats.fill('muchos');
  // Of which country it is can only be guessed: what looks wrong is told, and not refused.
  const taxId = dialog.getByLabel('Identificación fiscal');
  await taxId.fill('B12345674');
  await expect(taxId).toHaveAccessibleDescription('');
  await taxId.fill('B12345678');
  await expect(taxId).toHaveAccessibleDescription(/Sin país se guarda tal cual\.$/);
  await dialog.getByRole('combobox', { name: 'País' }).fill('mexico');
  await page.getByRole('option', { name: 'México' }).click();
  await expect(taxId).toHaveAccessibleDescription('');
  await dialog.getByRole('button', { name: 'Crear empresa' }).click();
  await expect(toast(page, 'Empresa creada exitosamente')).toBeVisible();
  await page.goto(`/admin/companies?search=${twin.slug}`);
  await rowOf(page, `${twin.slug}-2`).click();
  await expect(page).toHaveURL(/company=/);
  await page.reload();
  const detail = page.getByRole('dialog', { name: twin.name });
  await expect(detail).toContainText(`${twin.slug}-2`);
  await expect(fact(page, 'Ubicación')).toHaveText('México');
  await expect(fact(page, 'Máx. usuarios')).toHaveText('5');
  await expect(fact(page, 'Estado')).toHaveText('Prueba');
  await expect(page).toHaveTitle(`${twin.name} · Atalaya`);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/company=/);
  await expect(page).toHaveTitle('Empresas Cliente · Atalaya');
});

test('the detail leads to the people, the subscription, the invoices and the tickets of that company', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  await addPerson(page, company.id);
  const follow = async (name: string) => {
    await page.goto(`/admin/companies?company=${company.id}`);
    const links = page.getByRole('dialog', { name: company.name }).getByRole('navigation');
    await links.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await follow('Usuarios');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: new RegExp(company.name) })).toBeVisible();
  await follow('Suscripción');
  await expect(page.getByRole('tab', { name: 'Suscripción' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(company.name).first()).toBeVisible();
  await follow('Facturas');
  await expect(page.getByText('Facturas (0)')).toBeVisible();
  await follow('Tickets');
  await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue(company.name);
});

test('editing: seats below use are refused at the field, and a stale save shows both values', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  for (let each = 0; each < 2; each += 1) await addPerson(page, company.id);
  await page.goto(`/admin/companies?search=${company.slug}`);
  await page.getByRole('button', { name: `Editar ${company.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar empresa' });
  await dialog.getByLabel('Máximo de usuarios').fill('1');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog.getByText(/La empresa ya usa 2 plazas/)).toBeVisible();
  await dialog.getByRole('switch', { name: 'Sin límite' }).check();
  await expect(dialog.getByText(/La empresa ya usa 2 plazas/)).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Estado' }).click();
  await expect(page.getByRole('option')).toHaveText(['Prueba', 'Activo', 'Vencido', 'Cancelado', 'Inactivo']);
  await page.getByRole('option', { name: 'Vencido', exact: true }).click();
  await expect(dialog.getByText('No es un cambio habitual: de «Prueba» a «Vencido»')).toBeVisible();
  await expect(dialog.getByText(/Empieza un periodo y se factura.*al final se cancela/)).toBeVisible();
  await ask(page, 'PATCH', `/api/organizations/${company.id}`, {
    version: company.version,
    max_users: 30,
  });
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
  await dialog.getByLabel('Motivo del cambio de estado').fill('Contrato firmado');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog.getByRole('row', { name: 'Máximo de usuarios Sin límite 30' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mantener lo mío' }).click();
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(page, 'Empresa actualizada exitosamente')).toBeVisible();
  await expect(rowOf(page, company.name)).toContainText('Vencido');
  await expect(rowOf(page, company.name).getByRole('img', { name: 'Sin límite' })).toHaveText('∞');
});

test.describe('where the server refuses', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('a deletion that is refused keeps its dialog open, with the name that was typed', async ({ page }) => {
    await signInAs(page, 'super_admin');
    const company = await addCompany(page);
    await page.goto(`/admin/companies?search=${company.slug}`);
    await page.getByRole('button', { name: `Eliminar ${company.name}` }).click();
    const question = page.getByRole('alertdialog');
    const name = question.getByLabel(`Escribe ${company.name} para confirmar`);
    await name.fill(company.name);
    // A person comes to it in between: what happens to them was not asked.
    await addPerson(page, company.id);
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await question.getByRole('checkbox', { name: /^Desactivar a 1 persona activa\b/ }).click();
    await expect(name).toHaveValue(company.name);
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await expect(rowOf(page, company.name)).toHaveCount(0);
  });
});

test('deleting: the name is typed, what happens to the people agreed to, and both ways back restore', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  await addPerson(page, company.id);
  await page.goto(`/admin/companies?search=${company.slug}`);
  const remove = async () => {
    await page.getByRole('button', { name: `Eliminar ${company.name}` }).click();
    const question = page.getByRole('alertdialog', {
      name: '¿Estás seguro de que deseas eliminar esta organización?',
    });
    const confirm = question.getByRole('button', { name: 'Eliminar' });
    await question.getByLabel(`Escribe ${company.name} para confirmar`).fill(company.name);
    await expect(confirm).toBeDisabled();
    const reason = question.getByText('Marca la casilla para continuar');
    await expect(reason).toBeVisible();
    await question.getByRole('checkbox', { name: /^Desactivar a 1 persona activa\b/ }).click();
    await expect(reason).toHaveCount(0);
    await confirm.click();
    await expect(rowOf(page, company.name)).toHaveCount(0);
  };
  await remove();
  await toast(page, 'Organización eliminada exitosamente').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, 'Cambio deshecho')).toBeVisible();
  await expect(rowOf(page, company.name)).toBeVisible();
  await remove();
  await page.getByRole('button', { name: 'Papelera' }).click();
  await page.getByRole('button', { name: `Restaurar ${company.name}` }).click();
  await expect(toast(page, `${company.name}: restaurado`)).toBeVisible();
  await page.goto(`/admin/companies?company=${company.id}`);
  await expect(fact(page, 'Plazas en uso')).toHaveText('1 persona activa y 0 invitaciones pendientes');
});

test('deleting one that owes: how much is told, and it is chosen what happens to its invoices', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page, { country: 'ES' });
  const { id } = await ask<{ id: string }>(page, 'POST', '/api/invoices', {
    organization_id: company.id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  await page.goto(`/admin/companies?search=${company.slug}`);
  await page.getByRole('button', { name: `Eliminar ${company.name}` }).click();
  const question = page.getByRole('alertdialog');
  const confirm = question.getByRole('button', { name: 'Eliminar' });
  await question.getByLabel(`Escribe ${company.name} para confirmar`).fill(company.name);
  await expect(confirm).toBeDisabled();
  await expect(question.getByText('Elige qué pasa con las facturas para continuar')).toBeVisible();
  await question.getByRole('combobox', { name: /^1 factura por pagar: 121,00 \$/ }).click();
  await page.getByRole('option', { name: /^Se rectifican/ }).click();
  await confirm.click();
  // Its rows are out of reach behind the question already: that it was done is told.
  await expect(toast(page, 'Organización eliminada exitosamente')).toBeVisible();
  await page.goto(`/admin/billing?tab=invoices&invoice=${id}`);
  await expect(fact(page, 'Estado')).toHaveText('Rectificada');
});

test('people of an inactive company are told on every screen why nothing can be changed, and offered nothing of it', async ({
  page,
  mails,
  browser,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  const email = `jefa-${unique()}@example.test`;
  const invitation = { email, role: 'admin', organization_id: company.id };
  await ask(page, 'POST', '/api/invitations', invitation);
  const boss = await (await browser.newContext()).newPage();
  await boss.goto((await mails.to(email)).link);
  await boss.getByLabel('Nombre').fill('Rosa');
  await boss.getByLabel('Apellido').fill('Vidal');
  await boss.getByLabel('Contraseña', { exact: true }).fill('clave-de-rosa');
  await boss.getByLabel('Confirmar Contraseña').fill('clave-de-rosa');
  await boss.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(boss).toHaveURL(/\/app$/);
  const notice = boss.getByText('La suscripción de tu empresa no permite hacer cambios, salvo');
  await boss.goto('/admin/users');
  await expect(boss.getByRole('row')).toHaveCount(2);
  await expect(notice).toHaveCount(0);

  await page.goto(`/admin/companies?edit=${company.id}`);
  const dialog = page.getByRole('dialog', { name: 'Editar empresa' });
  await dialog.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Inactivo' }).click();
  await dialog.getByLabel('Motivo del cambio de estado').fill('Lo ha pedido');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(page, 'Empresa actualizada exitosamente')).toBeVisible();
  for (const path of ['/admin', '/admin/users', '/admin/my-companies', '/admin/settings']) {
    await boss.goto(path);
    await expect(notice).toHaveCount(1);
  }
  await expect(boss.getByLabel('Nombre', { exact: true })).toBeDisabled();
  await expect(boss.getByRole('button', { name: 'Guardar cambios' })).toBeDisabled();
  await boss.goto('/admin/users?user=new');
  await expect(boss.getByRole('button', { name: 'Editar a Rosa Vidal' })).toBeDisabled();
  await expect(boss.getByRole('button', { name: 'Agregar Usuario' })).toHaveCount(0);
  await expect(boss.getByRole('checkbox')).toHaveCount(0);
  await expect(boss.getByRole('dialog')).toHaveCount(0);
  await boss.goto('/admin/users?tab=invitations&invite=one');
  await expect(boss.getByRole('button', { name: 'Nueva Invitación' })).toBeDisabled();
  await expect(boss.getByRole('dialog')).toHaveCount(0);
  await boss.goto('/admin/my-companies');
  await expect(boss.getByRole('button', { name: 'Editar facturación' })).toBeEnabled();
  await boss.goto('/admin/tickets');
  await expect(boss.getByRole('button', { name: 'Crear Ticket' }).first()).toBeEnabled();
  await boss.context().close();
});

test('an admin sees their own company alone, and changes its data but not its plan', async ({ page }) => {
  await signInAs(page, 'admin');
  // The address of all companies leads to the own one.
  await page.goto('/admin/companies');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Iberia' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/my-companies$/);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Mi empresa' })).toHaveAttribute('aria-current', 'page');
  await expect(fact(page, 'Plan')).toHaveText('Enterprise');
  await page.getByRole('button', { name: 'Editar datos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar empresa' });
  await expect(dialog.getByLabel('Nombre de la empresa')).toHaveValue('Demo Iberia');
  for (const label of ['Plan', 'Estado', 'Máximo de usuarios', 'Identificador'])
    await expect(dialog.getByLabel(label, { exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Editar facturación' }).click();
  const taxId = personalTaxId();
  const wrong = dialog.getByText('El NIF no es correcto: la letra o el dígito de control no coincide.');
  await dialog.getByLabel('Identificación fiscal').fill('B12345678');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(wrong).toBeVisible();
  await expect(dialog.getByLabel('Identificación fiscal')).toBeFocused();
  await dialog
    .getByLabel('Identificación fiscal')
    .fill(`es ${taxId.slice(0, 8)}-${taxId.slice(8).toLowerCase()}`);
  await expect(wrong).toHaveCount(0);
  await dialog.getByLabel('Email de facturación').fill('no es un email');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog.getByText('Por favor ingresa un email válido')).toBeVisible();
  await dialog.getByLabel('Email de facturación').fill('Pagos@demo.test');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(page, 'Empresa actualizada exitosamente')).toBeVisible();
  await expect(fact(page, 'Identificación fiscal')).toHaveText(taxId);
  await expect(page.getByRole('link', { name: 'pagos@demo.test' })).toBeVisible();
});
