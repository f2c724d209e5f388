import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Breadcrumb } from './breadcrumb.tsx';
import { Button } from './button.tsx';
import { Progress } from './progress.tsx';
import { Switch } from './switch.tsx';
import { render } from './testing/render.tsx';
import { Tooltip } from './tooltip.tsx';

/** Used in place of a router's link. */
function Link({ to, className, children }: { to: string; className?: string; children?: ReactNode }) {
  return (
    <a href={to} className={className}>
      {children}
    </a>
  );
}

test('a breadcrumb links all but the last, with a home icon on the first', async () => {
  render(
    <Breadcrumb
      label="Ruta"
      items={[
        { label: 'Inicio', link: <Link to="#admin" /> },
        { label: 'Personal Interno', link: <Link to="#users" /> },
        { label: 'Ana', link: <Link to="#ana" /> },
      ]}
    />,
  );
  const links = page.getByRole('navigation', { name: 'Ruta' }).getByRole('link');
  expect(links.elements().map((link) => link.textContent)).toEqual(['Inicio', 'Personal Interno']);
  expect(links.elements().map((link) => link.querySelectorAll('svg').length)).toEqual([1, 0]);
  await expect.element(page.getByText('Ana')).toHaveAttribute('aria-current', 'page');
});

test('a tooltip opens on hover, and describes its trigger even while closed', async () => {
  render(
    <Tooltip text="20 nov 2026, 10:32">
      <Button>Hace 2 días</Button>
    </Tooltip>,
  );
  const trigger = page.getByRole('button', { name: 'Hace 2 días' });
  await expect.element(trigger).toHaveAccessibleDescription('20 nov 2026, 10:32');
  await trigger.hover();
  const bubble = () => [...document.querySelectorAll('[role="presentation"] > [aria-hidden]')];
  await expect.poll(() => bubble().map((element) => element.textContent)).toEqual(['20 nov 2026, 10:32']);
  await trigger.unhover();
  await expect.poll(bubble).toHaveLength(0);
});

test('a switch is toggled by its label and says whether it is on', async () => {
  const change = vi.fn();
  render(<Switch label="Activo" hint="Puede entrar" onChange={(event) => change(event.target.checked)} />);
  const control = page.getByRole('switch', { name: 'Activo' });
  await expect.element(control).toHaveAccessibleDescription('Puede entrar');
  await page.getByText('Activo').click();
  expect(change).toHaveBeenLastCalledWith(true);
  await expect.element(control).toBeChecked();
});

test('progress tells its value within bounds, and none while unknown', async () => {
  const { rerender } = render(<Progress label="Puestos" value={1.4} valueText="28 de 20" />);
  const bar = page.getByRole('progressbar', { name: 'Puestos' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '100');
  await expect.element(bar).toHaveAttribute('aria-valuetext', '28 de 20');
  rerender(<Progress label="Puestos" value={-0.4} />);
  await expect.element(bar).toHaveAttribute('aria-valuenow', '0');
  rerender(<Progress label="Puestos" value={null} />);
  await expect.element(bar).not.toHaveAttribute('aria-valuenow');
});
