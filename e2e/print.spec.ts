import { addBilledCompany } from './harness/lists.ts';
import { widthOf } from './harness/looks.ts';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

/** The columns of each list on paper: all but those of boxes and buttons. */
const LISTS = {
  '/admin/users': ['Usuario', 'Empresa', 'Rol', 'Estado', 'Cargo', 'Último acceso'],
  '/admin/companies': ['Empresa', 'Estado', 'Máx. usuarios', 'Fecha de creación'],
  '/admin/tickets': [
    'Ticket',
    'Empresa',
    'Prioridad',
    'Estado',
    'Espera a',
    'Asignado a',
    'Creado',
    'Actualizado',
  ],
  '/admin/billing?tab=invoices': ['Número', 'Empresa', 'Emitida', 'Vence', 'Total', 'Pendiente', 'Estado'],
  '/admin/billing?tab=payments': [
    'Fecha',
    'Empresa',
    'Factura',
    'Forma de pago',
    'Referencia',
    'Registrado por',
    'Importe',
  ],
};
/** A4 upright and on its side, less the margins. */
const SHEETS = [718, 1047];

for (const [path, columns] of Object.entries(LISTS))
  test(`${path} is printed as a table in all its columns, without what surrounds it`, async ({ page }) => {
    await signInAs(page, 'super_admin');
    if (path.startsWith('/admin/billing')) await addBilledCompany(page);
    for (const width of SHEETS) {
      await page.setViewportSize({ width, height: 1000 });
      await page.emulateMedia({ media: 'screen' });
      await stand(page, path);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('columnheader')).toHaveText(columns);
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.getByRole('search')).toHaveCount(0);
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await expect(page.getByRole('row').nth(1).getByRole('button')).toHaveCount(0);
      expect(await widthOf(page)).toEqual([]);
      const table = (await page.getByRole('table').boundingBox())!;
      expect(table.x).toBeLessThan(50);
      // Its frame has a margin, beyond which all is cut off.
      expect(table.x + table.width).toBeLessThanOrEqual(width - 24);
    }
  });
