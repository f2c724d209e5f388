import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
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
        {props.children ?? <input aria-label="Nombre" />}
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

/** Enter goes down, for the first time or again since it is held. */
const pressEnter = (autoRepeat: boolean) =>
  cdp().send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 13,
    text: '\r',
    autoRepeat,
  });

test('the Enter that opened it, still held down, sends nothing in it', async () => {
  const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault());
  render(
    <Opener>
      <form ref={(form) => form?.addEventListener('submit', onSubmit)}>
        <input aria-label="Nombre" />
        <textarea aria-label="Notas" />
        <button>Guardar</button>
      </form>
    </Opener>,
  );
  (page.getByRole('button', { name: 'Abrir' }).element() as HTMLElement).focus();
  await pressEnter(false);
  await expect.element(page.getByLabelText('Nombre')).toHaveFocus();
  await pressEnter(true);
  expect(onSubmit).not.toHaveBeenCalled();
  await pressEnter(false);
  expect(onSubmit).toHaveBeenCalledOnce();
  await page.getByLabelText('Notas').click();
  await pressEnter(false);
  await pressEnter(true);
  await expect.element(page.getByLabelText('Notas')).toHaveValue('\n\n');
});

/** A dialog that waits, and in its place the one with what was waited for. */
function Waiting() {
  const [shown, setShown] = useState<'none' | 'loading' | 'form'>('none');
  const close = () => setShown('none');
  return (
    <>
      <button>Antes</button>
      <button onClick={() => setShown('loading')}>Abrir</button>
      {shown === 'loading' ? (
        <Modal open title="Cargando" closeLabel="Cerrar" onClose={close}>
          <button onClick={() => setShown('form')}>Seguir</button>
        </Modal>
      ) : null}
      {shown === 'form' ? (
        <Modal open title="Editar Usuario" closeLabel="Cerrar" onClose={close}>
          <input aria-label="Nombre" />
        </Modal>
      ) : null}
    </>
  );
}

test('a dialog that takes the place of another has the focus, and hands it back to what had opened the first', async () => {
  render(<Waiting />);
  await page.getByRole('button', { name: 'Abrir' }).click();
  await page.getByRole('button', { name: 'Seguir' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Nombre' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Abrir' })).toHaveFocus();
});

/** A row that is deleted from its dialog, after another dialog was opened and closed. */
function Row() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <Opener showCloseButton={false} />
      {isThere ? <Deletable onDelete={() => setThere(false)} /> : null}
    </>
  );
}

function Deletable({ onDelete }: { onDelete: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Eliminar a Ana</button>
      <Modal open={open} title="¿Eliminar?" closeLabel="No" onClose={() => setOpen(false)}>
        <button onClick={onDelete}>Sí</button>
      </Modal>
    </>
  );
}

test('where what opened it is gone, the focus does not go to where it was long before', async () => {
  render(<Row />);
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Abrir' })).toHaveFocus();
  await page.getByRole('button', { name: 'Eliminar a Ana' }).click();
  await page.getByRole('button', { name: 'Sí' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
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

test('what overflows without a control in it scrolls by keyboard, and only then is a stop of its own', async () => {
  const tall = <p style={{ height: '3000px' }}>Líneas</p>;
  const { rerender } = render(
    <Modal open title="Factura" closeLabel="Cerrar" onClose={vi.fn()}>
      {tall}
    </Modal>,
  );
  const scrolling = () => page.getByText('Líneas').element().parentElement as HTMLElement;
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(scrolling());
  await userEvent.keyboard('{End}');
  await expect.poll(() => scrolling().scrollTop).toBeGreaterThan(0);

  rerender(
    <Modal open title="Factura" closeLabel="Cerrar" onClose={vi.fn()}>
      {tall}
      <button>Pagar</button>
    </Modal>,
  );
  await expect.poll(() => scrolling().tabIndex).toBe(-1);
});

test('what is read from its beginning has the focus at its title, and then what comes first', async () => {
  await openWith({ startsAtTitle: true });
  await expect.element(page.getByRole('heading', { name: 'Editar Usuario' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('textbox', { name: 'Nombre' })).toHaveFocus();
});

test.each([
  ['sm', 384],
  ['md', 512],
  ['lg', 672],
  ['xl', 896],
  ['full', innerWidth - 32],
] as const)('of size %s it is %i px wide, and a little less than a phone', async (size, width) => {
  await openWith({ size });
  expect(dialog.element().getBoundingClientRect().width).toBe(Math.min(width, innerWidth - 32));
});

test.each([
  ['top', ({ top }: DOMRect) => top],
  ['bottom', ({ bottom }: DOMRect) => innerHeight - bottom],
  ['center', ({ top, bottom }: DOMRect) => Math.abs(top - (innerHeight - bottom)) + 32],
] as const)('it stands at the %s', async (position, gap) => {
  await openWith({ position });
  await expect.poll(() => Math.round(gap(dialog.element().getBoundingClientRect()))).toBe(32);
});

test.each([
  ['default', '8px', 'none'],
  ['apple', '12px', 'blur(24px)'],
] as const)(
  'in the theme %s it is rounded by %s, and what is behind is seen through: %s',
  async (theme, ...look) => {
    await openWith({ theme });
    const { borderRadius, backdropFilter } = getComputedStyle(dialog.element());
    expect([borderRadius, backdropFilter]).toEqual(look);
  },
);

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
