import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TabPanel, Tabs } from './tabs.tsx';
import { render } from './testing/render.tsx';

const items = [
  { value: 'users', label: 'Usuarios Activos', count: 24 },
  { value: 'invitations', label: 'Invitaciones' },
  { value: 'audit', label: 'Auditoría', disabled: true },
];

function View({ keep = true }: { keep?: boolean }) {
  const [tab, setTab] = useState('users');
  return (
    <Tabs label="Personal" items={items} value={tab} onValueChange={keep ? setTab : () => undefined}>
      <TabPanel value="users">Lista de usuarios</TabPanel>
      <TabPanel value="invitations">Lista de invitaciones</TabPanel>
    </Tabs>
  );
}

test('one panel shows at a time, named by its tab; arrows walk and Enter opens', async () => {
  render(<View />);
  await expect.element(page.getByRole('tabpanel', { name: 'Usuarios Activos 24' })).toBeVisible();
  await page.getByRole('tab', { name: /Usuarios/ }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Invitaciones' })).toHaveFocus();
  await expect.element(page.getByText('Lista de usuarios')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Lista de invitaciones')).toBeVisible();
  await expect.element(page.getByText('Lista de usuarios')).not.toBeInTheDocument();
  await expect.element(page.getByRole('tab', { name: 'Auditoría' })).toHaveAttribute('aria-disabled', 'true');
});

test('in no frame does the panel that is left stand above the one that opens', async () => {
  render(<View />);
  await expect.element(page.getByText('Lista de usuarios')).toBeVisible();
  const panels = () =>
    [...document.querySelectorAll('[role=tabpanel]')].filter((one) => one.checkVisibility());
  const together: number[] = [];
  const frame = () => {
    together.push(panels().length);
    watching = requestAnimationFrame(frame);
  };
  let watching = requestAnimationFrame(frame);
  onTestFinished(() => {
    cancelAnimationFrame(watching);
  });
  await page.getByRole('tab', { name: 'Invitaciones' }).click();
  await expect.poll(() => panels().map((panel) => panel.textContent)).toEqual(['Lista de invitaciones']);
  await expect.element(page.getByText('Lista de usuarios')).not.toBeInTheDocument();
  expect(Math.max(...together)).toBe(1);
});

test('the caller decides: a tab that it does not take stays closed', async () => {
  render(<View keep={false} />);
  await page.getByRole('tab', { name: 'Invitaciones' }).click();
  await expect.element(page.getByRole('tab', { name: /Usuarios/ })).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByText('Lista de usuarios')).toBeVisible();
});

test('where there is no room for all tabs they fade out at the end that has more', async () => {
  const inside = (width: string) => (
    <div style={{ width }}>
      <View />
    </div>
  );
  const { rerender } = render(inside('600px'));
  const list = page.getByRole('tablist').element();
  const fades = () => /linear-gradient\(to (\w+)/.exec(getComputedStyle(list).maskImage)?.[1];
  await expect.poll(fades).toBeUndefined();
  rerender(inside('240px'));
  await expect.poll(fades).toBe('left');
  list.scrollLeft = list.scrollWidth;
  await expect.poll(fades).toBe('right');
  rerender(inside('600px'));
  await expect.poll(fades).toBeUndefined();
});

test('a panel is a stop of the keyboard only while nothing in it is one', async () => {
  const view = (content: ReactNode) => (
    <Tabs label="Personal" items={items} value="users" onValueChange={() => undefined}>
      <TabPanel value="users">{content}</TabPanel>
    </Tabs>
  );
  const { rerender } = render(view('Nadie todavía'));
  const panel = page.getByRole('tabpanel');
  await expect.element(panel).toHaveAttribute('tabindex', '0');
  rerender(view(<button>Agregar</button>));
  await expect.element(panel).not.toHaveAttribute('tabindex');
  await page.getByRole('tab', { name: /Usuarios/ }).click();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Agregar' })).toHaveFocus();
});
