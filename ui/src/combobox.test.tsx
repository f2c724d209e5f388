import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Combobox, type ComboboxOption, type ComboboxProps } from './combobox.tsx';
import { render } from './testing/render.tsx';

const all: ComboboxOption[] = [
  { value: '1', label: 'Demo Iberia', description: 'demo-iberia' },
  { value: '2', label: 'Demo Atlántica', description: 'demo-atlantica' },
  { value: '3', label: 'Cafés Lúa' },
];

const texts = {
  label: 'Organización',
  loading: 'Buscando…',
  empty: 'Ninguna coincide',
  failed: 'No se pudo buscar',
  retry: 'Reintentar',
  clear: 'Quitar',
};

function Organizations({ load }: Pick<ComboboxProps<ComboboxOption>, 'load'>) {
  const [value, setValue] = useState<ComboboxOption | null>(null);
  return (
    <>
      <Combobox texts={texts} value={value} onValueChange={setValue} load={load} />
      <output aria-label="elegida">{value?.value ?? 'ninguna'}</output>
    </>
  );
}

const input = page.getByRole('combobox', { name: 'Organización' });
const chosen = page.getByRole('status', { name: 'elegida' });

test('typing asks for matching options, and one is chosen by keyboard and taken away again', async () => {
  const load = vi.fn(async (query: string) => all.filter((option) => option.label.includes(query)));
  render(<Organizations load={load} />);
  await input.click();
  await expect.element(page.getByRole('option')).toHaveLength(3);
  expect(load.mock.calls.map(([query]) => query)).toEqual(['']);

  await userEvent.keyboard('Caf');
  // On a busy machine a letter may come so late that those before it are asked for by themselves.
  await expect.poll(() => load.mock.calls.at(-1)?.[0]).toBe('Caf');
  await expect.element(page.getByText('Buscando…')).not.toBeInTheDocument();
  await expect.element(page.getByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(input).toHaveValue('Cafés Lúa');
  await expect.element(chosen).toHaveTextContent('3');

  await page.getByRole('button', { name: 'Quitar' }).click();
  await expect.element(chosen).toHaveTextContent('ninguna');
});

test('options that could not be fetched are asked for again at a press, or by Enter, and the focus stays', async () => {
  const answers = ['fails', 'fails', 'comes'];
  const load = vi.fn(async () => {
    if (answers.shift() === 'fails') throw new Error('no');
    return all;
  });
  render(<Organizations load={load} />);
  await input.click();
  await expect.element(page.getByText('No se pudo buscar')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.element(page.getByText('No se pudo buscar')).toBeInTheDocument();
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option')).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument();
});

test('Enter chooses nothing while the options are those of before', async () => {
  let answer: (options: ComboboxOption[]) => void = () => undefined;
  const load = vi.fn(async (query: string) =>
    query === '' ? all : new Promise<ComboboxOption[]>((done) => (answer = done)),
  );
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => {
    event.preventDefault();
  });
  render(
    <form onSubmit={onSubmit}>
      <Organizations load={load} />
    </form>,
  );
  await input.click();
  await expect.element(page.getByRole('option')).toHaveLength(3);
  await userEvent.keyboard('Caf{Enter}');
  await expect.poll(() => load.mock.calls.at(-1)?.[0]).toBe('Caf');
  await userEvent.keyboard('{Enter}');
  await expect.element(input).toHaveAttribute('aria-expanded', 'true');
  await expect.element(input).toHaveValue('Caf');
  expect(onSubmit).not.toHaveBeenCalled();

  answer(all.slice(2));
  await expect.element(page.getByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(chosen).toHaveTextContent('3');
});

test('typing waits for a pause of 250 ms before it asks', async () => {
  const load = vi.fn(async () => all);
  render(<Organizations load={load} />);
  await input.click();
  await expect.element(page.getByRole('option')).toHaveLength(3);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await userEvent.keyboard('Caf');
  await vi.advanceTimersByTimeAsync(249);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  expect(load).toHaveBeenLastCalledWith('Caf', expect.anything());
});

test('Escape closes its list, then what is around it; the value stays', async () => {
  const onKeyDown = vi.fn();
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- takes the place of the dialog around it
    <div onKeyDown={onKeyDown}>
      <Organizations load={async () => all} />
    </div>,
  );
  await input.click();
  await page.getByRole('option', { name: /^Demo Iberia/ }).click();
  await expect.element(chosen).toHaveTextContent('1');
  await input.click();
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).toHaveLength(0);
  expect(onKeyDown).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onKeyDown).toHaveBeenCalledTimes(1);
  await expect.element(input).toHaveValue('Demo Iberia');
  await expect.element(chosen).toHaveTextContent('1');
});

test('an answer that comes late is dropped, and its request aborted', async () => {
  const pending = new Map<string, { answer: (options: ComboboxOption[]) => void; signal: AbortSignal }>();
  render(
    <Organizations
      load={(query, signal) => new Promise((answer) => pending.set(query, { answer, signal }))}
    />,
  );
  await input.click();
  await expect.poll(() => pending.has('')).toBe(true);
  await expect.element(page.getByText('Buscando…')).toBeVisible();
  await userEvent.keyboard('Demo');
  await expect.poll(() => pending.has('Demo')).toBe(true);
  expect(pending.get('')?.signal.aborted).toBe(true);
  pending.get('Demo')?.answer(all.slice(0, 2));
  await expect.element(page.getByRole('option')).toHaveLength(2);
  pending.get('')?.answer(all);
  // Two frames: time enough for the late answer to change the list, if it did.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(page.getByRole('option').elements()).toHaveLength(2);
});

test('nothing found and a failure are told apart', async () => {
  let answer: () => Promise<ComboboxOption[]> = async () => [];
  render(<Organizations load={() => answer()} />);
  await input.click();
  await expect.element(page.getByText('Ninguna coincide')).toBeVisible();
  answer = async () => Promise.reject(new Error('offline'));
  await userEvent.keyboard('x');
  await expect.element(page.getByText('No se pudo buscar')).toBeVisible();
});

test('typing without opening it first asks for what was typed', async () => {
  const load = vi.fn(async (query: string) => all.filter((option) => option.label.includes(query)));
  render(<Organizations load={load} />);
  await expect.element(input).toBeInTheDocument();
  (input.element() as HTMLInputElement).focus();
  await userEvent.keyboard('Caf');
  await expect.element(page.getByRole('option')).toHaveLength(1);
});
