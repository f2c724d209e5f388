import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ModalProps } from './modal.tsx';
import { Modal } from './modal.tsx';
import { render } from './testing/render.tsx';

function Opener(props: Partial<ModalProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Abrir</button>
      <Modal title="Editar Usuario" closeLabel="Cerrar" {...props} open={open} onClose={() => setOpen(false)}>
        <input aria-label="Nombre" />
      </Modal>
    </>
  );
}

const dialog = page.getByRole('dialog', { name: 'Editar Usuario' });

async function openWith(props: Partial<ModalProps>): Promise<void> {
  render(<Opener {...props} />);
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect.element(dialog).toBeVisible();
}

async function pressOverlay(): Promise<void> {
  await userEvent.click(document.body, { position: { x: 5, y: 300 }, force: true });
}

describe('a modal closes', () => {
  test.each([
    ['by Escape', () => userEvent.keyboard('{Escape}')],
    ['by a click on the overlay', pressOverlay],
    ['by its button', () => page.getByRole('button', { name: 'Cerrar' }).click()],
  ])('%s, and the focus returns', async (_, close) => {
    await openWith({});
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Abrir' })).toHaveFocus();
  });
});

test('each way of closing can be disabled', async () => {
  await openWith({ closeOnEscape: false, closeOnOverlay: false, showCloseButton: false });
  await userEvent.keyboard('{Escape}');
  await pressOverlay();
  await expect.element(page.getByRole('button', { name: 'Cerrar' })).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

test('while it is open the focus stays inside and the page does not scroll', async () => {
  document.body.style.minHeight = '3000px';
  await openWith({});
  await expect.element(page.getByRole('textbox', { name: 'Nombre' })).toHaveFocus();
  for (let presses = 0; presses < 4; presses += 1) {
    await userEvent.keyboard('{Tab}');
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  const scrollers = [document.documentElement, document.body].map(
    (element) => getComputedStyle(element).overflowY,
  );
  expect(scrollers).toContain('hidden');
  document.body.style.minHeight = '';
});

describe('a confirmation', () => {
  const texts = { title: '¿Eliminar Demo Iberia?', consequence: 'Se borrarán sus 24 usuarios.' };
  const labels = { confirmLabel: 'Eliminar', cancelLabel: 'Cancelar' };

  test('names the thing and what follows, and starts on the harmless answer', async () => {
    const onConfirm = vi.fn();
    render(<ConfirmDialog open {...texts} {...labels} onConfirm={onConfirm} onCancel={vi.fn()} />);
    const asked = page.getByRole('alertdialog', { name: texts.title });
    await expect.element(asked).toHaveAccessibleDescription(texts.consequence);
    await expect.element(page.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  test('waits for the name where one must be typed', async () => {
    const onConfirm = vi.fn();
    const typeToConfirm = { label: 'Escribe el nombre', name: 'Demo Iberia' };
    render(
      <ConfirmDialog open {...texts} {...labels} {...{ typeToConfirm, onConfirm }} onCancel={vi.fn()} />,
    );
    const field = page.getByRole('textbox', { name: 'Escribe el nombre' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Demo{Enter}');
    await expect.element(page.getByRole('button', { name: 'Eliminar' })).toBeDisabled();
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.keyboard(' Iberia{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  test('cannot be left while it is carried out', async () => {
    const onCancel = vi.fn();
    render(<ConfirmDialog open busy {...texts} {...labels} onConfirm={vi.fn()} onCancel={onCancel} />);
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(onCancel).not.toHaveBeenCalled();
    await expect.element(page.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  });
});
