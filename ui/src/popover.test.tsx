import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { Popover } from './popover.tsx';
import { render } from './testing/render.tsx';

function Bell() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button ref={button} onClick={() => setOpen(!open)}>
        Avisos
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={button} title="Novedades">
        <a href="#todas">Ver todas</a>
      </Popover>
    </>
  );
}

test('a popover opens and closes by its button, by Escape and beside it, and gives the focus back', async () => {
  render(<Bell />);
  const button = page.getByRole('button', { name: 'Avisos' });
  const panel = page.getByRole('dialog', { name: 'Novedades' });

  await button.click();
  await expect.element(page.getByRole('link', { name: 'Ver todas' })).toHaveFocus();
  expect(panel.element().getBoundingClientRect().top).toBe(
    button.element().getBoundingClientRect().bottom + 6,
  );
  await button.click();
  await expect.element(panel).not.toBeInTheDocument();

  await button.click();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();

  await button.click();
  await expect.element(panel).toBeVisible();
  await userEvent.click(document.body, { position: { x: 1000, y: 600 }, force: true });
  await expect.element(panel).not.toBeInTheDocument();
});
