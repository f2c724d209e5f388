import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { Drawer } from './drawer.tsx';
import { render } from './testing/render.tsx';

function Sidebar() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Menú</Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Admin" closeLabel="Cerrar">
        <a href="#usuarios">Usuarios</a>
      </Drawer>
    </>
  );
}

test('a drawer keeps the focus, and gives it back on Escape, the overlay and its button', async () => {
  render(<Sidebar />);
  const open = page.getByRole('button', { name: 'Menú' });
  const drawer = page.getByRole('dialog', { name: 'Admin' });
  const inside = () => drawer.element().contains(document.activeElement);

  await open.click();
  await expect.poll(inside).toBe(true);
  for (let step = 0; step < 4; step += 1) {
    await userEvent.tab();
    await expect.poll(inside).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();

  await open.click();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(drawer).not.toBeInTheDocument();

  await open.click();
  await expect.element(drawer).toBeVisible();
  await userEvent.click(document.body, { position: { x: 1000, y: 400 }, force: true });
  await expect.element(drawer).not.toBeInTheDocument();
});
