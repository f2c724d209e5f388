import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from './testing/render.tsx';
import { TextInput } from './text-input.tsx';
import { Textarea } from './textarea.tsx';

test.each([
  ['TextInput', TextInput],
  ['Textarea', Textarea],
])('%s shows the error in place of the hint, tied to the field, and nothing moves', async (_, Field) => {
  const field = (error?: string) => (
    <>
      <Field label="Email" hint="El del trabajo" error={error} />
      <p>debajo</p>
    </>
  );
  const { rerender } = render(field());
  const input = page.getByRole('textbox', { name: 'Email' });
  const top = () => page.getByText('debajo').element().getBoundingClientRect().top;
  await expect.element(input).toHaveAccessibleDescription('El del trabajo');
  await expect.element(input).not.toHaveAttribute('aria-invalid');
  const before = top();

  rerender(field('El email es requerido'));
  await expect.element(input).toHaveAccessibleDescription('El email es requerido');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('El del trabajo')).not.toBeInTheDocument();
  expect(top()).toBe(before);
});

test.each([
  ['TextInput', TextInput],
  ['Textarea', Textarea],
])('%s keeps no line free for an error, and grows by one where there is one', (_, Field) => {
  const field = (error?: string) => (
    <>
      <Field label="Email" error={error} />
      <p>debajo</p>
    </>
  );
  const { rerender } = render(field());
  const top = () => page.getByText('debajo').element().getBoundingClientRect().top;
  const before = top();
  expect(before - page.getByRole('textbox').element().getBoundingClientRect().bottom).toBeLessThan(8);
  rerender(field('El email es requerido'));
  expect(top()).toBeGreaterThan(before);
  rerender(field());
  expect(top()).toBe(before);
});

test('a password is shown and hidden again by its button', async () => {
  render(
    <TextInput type="password" label="Contraseña" visibilityLabels={{ show: 'Mostrar', hide: 'Ocultar' }} />,
  );
  const input = page.getByLabelText('Contraseña');
  await input.fill('secreto');
  await expect.element(input).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await expect.element(input).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar' }).click();
  await expect.element(input).toHaveAttribute('type', 'password');
  await expect.element(input).toHaveValue('secreto');
});
