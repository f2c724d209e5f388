import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { DataTableView } from './data-table-view.tsx';
import type { DataTableDensity } from './data-table.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { render } from './testing/render.tsx';

test('a menu opens by keyboard, is walked with arrows, and gives the focus back', async () => {
  const edit = vi.fn();
  const remove = vi.fn();
  render(
    <Menu trigger={<Button>Acciones</Button>}>
      <MenuItem onSelect={edit}>Editar</MenuItem>
      <MenuItem disabled reason="No puedes eliminarte a ti mismo" onSelect={remove}>
        Eliminar
      </MenuItem>
      <MenuItem render={<a href="#detalle" />}>Ver</MenuItem>
    </Menu>,
  );
  const trigger = page.getByRole('button', { name: 'Acciones' });
  (trigger.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const edited = page.getByRole('menuitem', { name: 'Editar' });
  await expect.element(edited).toHaveFocus();
  await expect
    .element(edited)
    .toHaveStyle({ outlineStyle: 'solid', outlineWidth: '2px', outlineOffset: '-2px' });
  await expect.element(page.getByText('No puedes eliminarte a ti mismo')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(remove).not.toHaveBeenCalled();
  await expect.element(page.getByRole('menuitem', { name: 'Ver' })).toHaveAttribute('href', '#detalle');
  await userEvent.keyboard('{Escape}');
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Editar' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(edit).toHaveBeenCalledOnce();
});

test('the view menu hides all columns but the first, sets the density, and stays open', async () => {
  function View() {
    const [hidden, setHidden] = useState<readonly string[]>(['city']);
    const [density, setDensity] = useState<DataTableDensity>('comfortable');
    return (
      <>
        <DataTableView
          columns={[
            { key: 'name', title: 'Nombre' },
            { key: 'seats', title: 'Puestos' },
            { key: 'city', title: 'Ciudad' },
            { key: 'actions', title: 'Acciones', hideTitle: true },
          ]}
          hiddenColumns={hidden}
          onHiddenColumnsChange={setHidden}
          density={density}
          onDensityChange={setDensity}
          texts={{
            open: 'Vista',
            columns: 'Columnas',
            density: 'Densidad',
            comfortable: 'Cómoda',
            compact: 'Compacta',
          }}
        />
        <output>{`${hidden.join(',')} ${density}`}</output>
      </>
    );
  }
  render(<View />);
  await page.getByRole('button', { name: 'Vista' }).click();
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Puestos' })).toBeChecked();
  expect(page.getByRole('menuitemcheckbox').elements()).toHaveLength(2);
  await page.getByRole('menuitemcheckbox', { name: 'Ciudad' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Puestos' }).click();
  await page.getByRole('menuitemradio', { name: 'Compacta' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('seats compact');
});
