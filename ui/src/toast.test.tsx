import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from './testing/render.tsx';
import { ToastArea, closeToast, showToast } from './toast.tsx';

const area = <ToastArea labels={{ region: 'Notificaciones', close: 'Cerrar' }} />;

afterEach(() => closeToast());

test('a toast shown before there is an area appears with it, top right', async () => {
  showToast({ type: 'success', title: 'Enlace copiado', duration: 0 });
  render(area);
  const toast = page.getByRole('dialog', { name: 'Enlace copiado' });
  await expect.element(toast).toBeVisible();
  const { top, right } = toast.element().getBoundingClientRect();
  expect([top, right]).toEqual([16, window.innerWidth - 16]);
});

test('its action runs once and closes it; F6 leads there', async () => {
  render(area);
  const onClick = vi.fn();
  showToast({ title: 'Usuario eliminado', action: { label: 'Deshacer', onClick }, duration: 0 });
  const button = page.getByRole('button', { name: 'Deshacer' });
  await expect.element(button).toBeVisible();
  await userEvent.keyboard('{F6}');
  await expect.element(page.getByRole('region', { name: 'Notificaciones' })).toHaveFocus();
  await button.click();
  await expect.element(page.getByText('Usuario eliminado')).not.toBeInTheDocument();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('Ctrl Z runs the action of the newest that undoes, but not of others, nor while one types', async () => {
  render(
    <>
      <input aria-label="Campo" />
      <ToastArea
        labels={{ region: 'Notificaciones', close: 'Cerrar', undoes: 'deshace', leadsHere: 'lleva aquí' }}
      />
    </>,
  );
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()];
  for (const [title, onClick, undoes] of [
    ['Primero', first, true],
    ['Segundo', second, true],
    ['Tercero', other, false],
  ] as const)
    showToast({ title, action: { label: 'Acción', onClick, undoes }, duration: 0 });
  const newest = page.getByRole('dialog', { name: 'Segundo' });
  await expect.element(page.getByRole('dialog', { name: 'Tercero' })).toBeVisible();
  expect(page.getByRole('region').element().textContent.split('deshace')).toHaveLength(3);
  await page.getByLabelText('Campo').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(second).not.toHaveBeenCalled();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(newest).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Primero' })).not.toBeInTheDocument();
  expect([first, second, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

test('its action runs once also where it is pressed twice, as long as the toast fades away', async () => {
  render(area);
  const onClick = vi.fn();
  showToast({ title: 'Usuario eliminado', action: { label: 'Deshacer', onClick }, duration: 0 });
  const button = page.getByRole('button', { name: 'Deshacer' });
  await expect.element(button).toBeVisible();
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('it shows how far the work is that it tells of, without reading each step out', async () => {
  render(area);
  let now: { label: string; value: number | null; valueText?: string } = { label: 'Progreso', value: null };
  let tell = () => undefined as void;
  const subscribe = (onChange: () => void) => {
    tell = onChange;
    return () => undefined;
  };
  showToast({ title: 'Cambio en marcha', progress: { subscribe, read: () => now }, duration: 0 });
  const bar = page.getByRole('progressbar', { name: 'Progreso' });
  await expect.element(bar).not.toHaveAttribute('aria-valuenow');
  now = { label: 'Progreso', value: 0.25, valueText: '250 de 1.000' };
  tell();
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByText('250 de 1.000')).toBeVisible();
  expect(bar.element().closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
});

test('with alone it takes the place of the others', async () => {
  render(area);
  showToast({ title: 'Primero', duration: 0 });
  showToast({ title: 'Segundo', duration: 0 });
  await expect.element(page.getByRole('dialog', { name: 'Segundo' })).toBeVisible();
  showToast({ title: 'Tercero', duration: 0, alone: true });
  await expect.element(page.getByRole('dialog', { name: 'Tercero' })).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Primero' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Segundo' })).not.toBeInTheDocument();
});

test('an area of one toast at a time shows the last alone, but for one that says otherwise', async () => {
  render(<ToastArea alone labels={{ region: 'Notificaciones', close: 'Cerrar' }} />);
  showToast({ title: 'Primero', duration: 0 });
  showToast({ title: 'Segundo', duration: 0 });
  await expect.element(page.getByRole('dialog', { name: 'Segundo' })).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Primero' })).not.toBeInTheDocument();
  showToast({ title: 'Tercero', duration: 0, alone: false });
  await expect.element(page.getByRole('dialog', { name: 'Tercero' })).toBeVisible();
  await nextFrame();
  expect(page.getByRole('dialog').elements()).toHaveLength(2);
});

test('it goes by itself while nobody points at it', async () => {
  render(
    <>
      <p>fuera</p>
      {area}
    </>,
  );
  await page.getByText('fuera').hover();
  showToast({ title: 'Se va', duration: 50 });
  showToast({ title: 'Se queda', duration: 0 });
  await expect.element(page.getByRole('dialog', { name: 'Se queda' })).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Se va' })).not.toBeInTheDocument();
});

/** What React has to draw is drawn. Waiting for the toast itself would let the false time go on. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

describe('how long it stays', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['error', undefined, undefined, 4000],
    ['warning', undefined, undefined, 4000],
    ['info', undefined, undefined, 4000],
    ['success', undefined, undefined, 2000],
    ['success', 4000, undefined, 4000],
    ['success', 4000, 10_000, 10_000],
  ] as const)('%s, area %s, own %s: %i ms', async (type, ofArea, own, milliseconds) => {
    render(
      <>
        <p>fuera</p>
        <ToastArea labels={{ region: 'Notificaciones', close: 'Cerrar' }} duration={ofArea} />
      </>,
    );
    await page.getByText('fuera').hover();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    showToast({ type, title: 'Se va', duration: own });
    const toast = page.getByRole('dialog', { name: 'Se va' });
    await expect.element(toast).toBeVisible();
    const goes = () => toast.query()?.hasAttribute('data-ending-style') ?? true;
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    await nextFrame();
    expect(goes()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await nextFrame();
    expect(goes()).toBe(true);
  });
});

test('one that says the same as one that stands is not shown beside it, and stays as long as if it were new', async () => {
  render(
    <>
      <p>fuera</p>
      {area}
    </>,
  );
  await page.getByText('fuera').hover();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const refused = { type: 'error', title: 'Email o contraseña incorrectos' } as const;
    showToast(refused);
    const toast = page.getByRole('dialog', { name: refused.title });
    await expect.element(toast).toBeVisible();
    await vi.advanceTimersByTimeAsync(3000);
    showToast(refused);
    showToast({ ...refused, description: 'Quedan dos intentos' });
    await nextFrame();
    expect(toast.elements()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3999);
    await nextFrame();
    expect(toast.elements().map((element) => element.hasAttribute('data-ending-style'))).toEqual([
      false,
      false,
    ]);
    await vi.advanceTimersByTimeAsync(1);
    await nextFrame();
    expect(toast.elements().filter((element) => !element.hasAttribute('data-ending-style'))).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('two of the same words with a way back are two: each takes its own change back', async () => {
  render(area);
  const [first, second] = [vi.fn(), vi.fn()];
  for (const onClick of [first, second])
    showToast({ title: 'Usuario eliminado', action: { label: 'Deshacer', onClick }, duration: 0 });
  await expect.element(page.getByRole('button', { name: 'Deshacer' }).nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).nth(1).click();
  expect([first, second].map((each) => each.mock.calls.length)).toEqual([1, 0]);
});

test('at most twenty are shown', async () => {
  render(area);
  for (let number = 1; number <= 21; number += 1) showToast({ title: `Aviso ${number}`, duration: 0 });
  await expect.element(page.getByText('Aviso 21', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Aviso 1', { exact: true })).not.toBeVisible();
  await expect.element(page.getByText('Aviso 2', { exact: true })).toBeVisible();
});

test('its close button closes it', async () => {
  render(area);
  showToast({ title: 'Sin conexión', type: 'error', duration: 0 });
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(page.getByText('Sin conexión')).not.toBeInTheDocument();
});
