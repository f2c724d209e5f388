import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { render } from './testing/render.tsx';

test('a busy button says so, keeps the focus and takes neither clicks nor submits', async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Email" />
      <Button type="submit" busy={busy} onClick={onClick}>
        {busy ? 'Iniciando sesión...' : 'INICIAR SESIÓN'}
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  expect(onSubmit).toHaveBeenCalledTimes(1);

  rerender(form(true));
  const button = page.getByRole('button', { name: 'Iniciando sesión...' });
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect.element(button).toHaveFocus();
  // A disabled button loses it with the next frame.
  expect(button.element().hasAttribute('disabled')).toBe(false);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Email' }).click();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('its three sizes and ten variants all look different', () => {
  const sizes = ['sm', 'md', 'lg'] as const;
  const variants = [
    'primary',
    'secondary',
    'success',
    'warning',
    'danger',
    'info',
    'neutral',
    'ghost',
    'outline',
    'link',
  ] as const;
  render(
    <>
      {sizes.map((size) => (
        <Button key={size} size={size} data-kind="size">
          {size}
        </Button>
      ))}
      {variants.map((variant) => (
        <Button key={variant} variant={variant} data-kind="variant">
          {variant}
        </Button>
      ))}
    </>,
  );
  const looks = (kind: string, look: (button: Element) => string) =>
    new Set([...document.querySelectorAll(`[data-kind=${kind}]`)].map(look)).size;
  expect(looks('size', (button) => String(button.getBoundingClientRect().height))).toBe(3);
  const look = (button: Element) => {
    const { color, backgroundColor, backgroundImage, borderWidth } = getComputedStyle(button);
    return [color, backgroundColor, backgroundImage, borderWidth].join();
  };
  expect(looks('variant', look)).toBe(10);
});

test('a budget is shown in whole euros as in Spain', async () => {
  render(<Button budget={12500.4}>Presupuesto</Button>);
  await expect.element(page.getByRole('button', { name: 'Presupuesto 12.500 €' })).toBeVisible();
});

test('a button inside a form does not submit it unless told to', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button>Cancelar</Button>
    </form>,
  );
  await page.getByRole('button').click();
  expect(onSubmit).not.toHaveBeenCalled();
});
