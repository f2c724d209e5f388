import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Select, type SelectProps } from './select.tsx';
import { render } from './testing/render.tsx';

const options = [
  { value: 'all', label: 'Todos los roles' },
  { value: 'user', label: 'Usuario' },
  { value: 'admin', label: 'Administrador', description: 'De una organización' },
  { value: 'agent', label: 'Ágil' },
  { value: 'gone', label: 'Antiguo', disabled: true },
  { value: 'super', label: 'Super administrador' },
  { value: 'sales', label: 'Ventas' },
];

function Roles(props: Partial<SelectProps>) {
  const [value, setValue] = useState<string | null>(props.value ?? null);
  return (
    <Select
      label="Rol"
      placeholder="Elige"
      options={options}
      {...props}
      value={value}
      onValueChange={setValue}
    />
  );
}

/** A clock that only this test moves; timers go on as they do. */
function clock() {
  let now = 1_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return { pass: (milliseconds: number) => (now += milliseconds) };
}

const trigger = page.getByRole('combobox', { name: 'Rol' });

test('an option is chosen with the mouse and with the keyboard', async () => {
  render(<Roles />);
  await expect.element(trigger).toHaveTextContent('Elige');
  await trigger.click();
  await page.getByRole('option', { name: 'Usuario' }).click();
  await expect.element(trigger).toHaveTextContent('Usuario');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();

  await userEvent.keyboard('{Enter}');
  const option = page.getByRole('option', { name: 'Usuario' });
  await expect.element(option).toHaveFocus();
  await expect
    .element(option)
    .toHaveStyle({ outlineStyle: 'solid', outlineWidth: '2px', outlineOffset: '-2px' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(trigger).toHaveTextContent('Administrador');
});

test('letters typed within one second are one word, after it a new one', async () => {
  const time = clock();
  render(<Roles />);
  (trigger.element() as HTMLElement).focus();
  await userEvent.keyboard('s');
  await expect.element(trigger).toHaveTextContent('Super administrador');
  time.pass(999);
  await userEvent.keyboard('u');
  await expect.element(trigger).toHaveTextContent('Super administrador');
  time.pass(1000);
  await userEvent.keyboard('u');
  await expect.element(trigger).toHaveTextContent('Usuario');
});

test('the same letter goes round, without regard to accents, past what is disabled', async () => {
  clock();
  render(<Roles />);
  (trigger.element() as HTMLElement).focus();
  await userEvent.keyboard('a');
  await expect.element(trigger).toHaveTextContent('Administrador');
  await userEvent.keyboard('a');
  await expect.element(trigger).toHaveTextContent('Ágil');
  await userEvent.keyboard('a');
  await expect.element(trigger).toHaveTextContent('Administrador');
});

test('in the open list letters highlight, a space belongs to the word, and nothing is chosen yet', async () => {
  const time = clock();
  render(<Roles value="user" />);
  await trigger.click();
  await expect.element(page.getByRole('option', { name: 'Usuario' })).toHaveFocus();
  await userEvent.keyboard('ag');
  await expect.element(page.getByRole('option', { name: 'Ágil' })).toHaveFocus();
  time.pass(1000);
  await userEvent.keyboard('todos l');
  await expect.element(page.getByRole('option', { name: 'Todos los roles' })).toHaveFocus();
  await expect.element(trigger).toHaveTextContent('Usuario');
  await userEvent.keyboard('{Enter}');
  await expect.element(trigger).toHaveTextContent('Todos los roles');
});

test('an error marks and describes the field', async () => {
  render(<Roles error="Elige un rol" />);
  await expect.element(trigger).toHaveAttribute('aria-invalid', 'true');
  await expect.element(trigger).toHaveAccessibleDescription('Elige un rol');
});
