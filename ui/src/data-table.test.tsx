import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
// Before what is tested, whose own sheet comes after the common one in the application, too.
import { render } from './testing/render.tsx';
import { DataTable, type DataTableColumn, type DataTableProps } from './data-table.tsx';

interface Person {
  id: string;
  name: string;
  seats: number;
  city: string | null;
}

const people: Person[] = [
  { id: 'a', name: 'Álvaro', seats: 30, city: 'Lugo' },
  { id: 'b', name: 'berta', seats: 4, city: null },
  { id: 'c', name: 'Carla', seats: 100, city: 'Ávila' },
  { id: 'd', name: 'Diego', seats: 7, city: 'Soria' },
];

const columns: DataTableColumn<Person>[] = [
  { key: 'name', title: 'Nombre', sortable: true },
  { key: 'seats', title: 'Puestos', sortable: true, align: 'end', width: 120 },
  { key: 'city', title: 'Ciudad', render: (person) => person.city ?? '—' },
  { key: 'actions', title: 'Acciones', hideTitle: true, render: () => <button type="button">Editar</button> },
];

const texts = {
  label: 'Personas',
  empty: 'No hay datos disponibles',
  loading: 'Cargando...',
  selectAll: 'Elegir todas',
  selectRow: (person: Person) => `Elegir ${person.name}`,
};

const base: DataTableProps<Person> = { columns, rows: people, texts };

function names(): string[] {
  return [...document.querySelectorAll('tbody tr[data-row]')].map(
    (row) => row.querySelector('td:not([data-select])')?.textContent ?? '',
  );
}

/** A table whose caller keeps the selection, as a page does. */
function Selectable({ start = [], ...props }: Partial<DataTableProps<Person>> & { start?: string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(start));
  return (
    <>
      <DataTable {...base} {...props} selected={selected} onSelectedChange={setSelected} />
      <output>{[...selected].toSorted().join(',')}</output>
    </>
  );
}

const chosen = () => document.querySelector('output')?.textContent;
const box = (name: string) => page.getByRole('checkbox', { name });

test('one column sorts at a time: a new one ascending, the same one the other way', async () => {
  render(<DataTable {...base} />);
  const header = (name: string) => page.getByRole('columnheader', { name });

  await page.getByRole('button', { name: 'Puestos' }).click();
  expect(names()).toEqual(['berta', 'Diego', 'Álvaro', 'Carla']);
  await expect.element(header('Puestos')).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('button', { name: 'Puestos' }).click();
  expect(names()).toEqual(['Carla', 'Álvaro', 'Diego', 'berta']);
  await expect.element(header('Puestos')).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'Puestos' }).click();
  expect(names()).toEqual(['berta', 'Diego', 'Álvaro', 'Carla']);

  await page.getByRole('button', { name: 'Nombre' }).click();
  expect(names()).toEqual(['Álvaro', 'berta', 'Carla', 'Diego']);
  await expect.element(header('Puestos')).toHaveAttribute('aria-sort', 'none');
  await expect.element(header('Ciudad')).not.toHaveAttribute('aria-sort');
});

test('a column may bring its own order', async () => {
  const byLength = columns.map((column) =>
    column.key === 'name'
      ? { ...column, sort: (a: Person, b: Person) => a.name.length - b.name.length || a.seats - b.seats }
      : column,
  );
  render(<DataTable {...base} columns={byLength} defaultSort={{ key: 'name', direction: 'asc' }} />);
  expect(names()).toEqual(['berta', 'Diego', 'Carla', 'Álvaro']);
});

test('where the server sorts, the table asks for it and leaves the rows alone', async () => {
  const onSortChange = vi.fn();
  render(<DataTable {...base} sort={{ key: 'name', direction: 'desc' }} onSortChange={onSortChange} />);
  await page.getByRole('button', { name: 'Nombre' }).click();
  expect(onSortChange).toHaveBeenLastCalledWith({ key: 'name', direction: 'asc' });
  await page.getByRole('button', { name: 'Puestos' }).click();
  expect(onSortChange).toHaveBeenLastCalledWith({ key: 'seats', direction: 'asc' });
  expect(names()).toEqual(people.map((person) => person.name));
});

test('while there are no rows, all of them cannot be chosen', async () => {
  const { rerender } = render(<Selectable rows={[]} loading />);
  await expect.element(box('Elegir todas')).toBeDisabled();
  rerender(<Selectable />);
  await box('Elegir todas').click();
  expect(chosen()).toBe('a,b,c,d');
});

test('loading shows five skeleton rows, nothing the empty text, busy keeps the rows', async () => {
  const { rerender } = render(<DataTable {...base} rows={[]} loading />);
  expect(document.querySelectorAll('tbody tr[data-skeleton]')).toHaveLength(5);
  await expect.element(page.getByRole('status')).toHaveTextContent('Cargando...');
  expect(page.getByText('No hay datos disponibles').elements()).toHaveLength(0);

  rerender(<DataTable {...base} rows={[]} />);
  await expect.element(page.getByText('No hay datos disponibles')).toBeVisible();
  expect(document.querySelectorAll('tbody tr[data-skeleton]')).toHaveLength(0);

  rerender(<DataTable {...base} />);
  const line = () => getComputedStyle(document.querySelector('th') as Element).borderBottomColor;
  const calm = line();
  rerender(<DataTable {...base} busy />);
  expect(names()).toHaveLength(4);
  expect(line()).not.toBe(calm);
  await expect.element(page.getByRole('table', { name: 'Personas' })).toHaveAttribute('aria-busy', 'true');
});

test('rows fade in 0.05 s after each other, by opacity alone, and not at all under reduced motion', async () => {
  const motion = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
  await motion('no-preference');
  try {
    render(<DataTable {...base} />);
    const rows = [...document.querySelectorAll('tbody tr')];
    expect(rows.map((row) => getComputedStyle(row).animationDelay)).toEqual(['0s', '0.05s', '0.1s', '0.15s']);
    const [fade] = rows[0]?.getAnimations() ?? [];
    const frames = fade?.effect instanceof KeyframeEffect ? fade.effect.getKeyframes() : [];
    expect(frames[0]).toMatchObject({ opacity: '0' });
    expect(frames.some((frame) => 'transform' in frame || 'translate' in frame || 'height' in frame)).toBe(
      false,
    );
  } finally {
    await motion('reduce');
  }
  await expect
    .poll(() => getComputedStyle(document.querySelector('tbody tr') as Element).animationName)
    .toBe('none');
});

test('the header checkbox takes the rows shown, keeps those of other pages, and reads mixed in between', async () => {
  render(<Selectable start={['elsewhere']} canSelect={(person) => person.id !== 'd'} />);
  const all = box('Elegir todas');
  await expect.element(all).not.toBePartiallyChecked();
  await expect.element(box('Elegir Diego')).toBeDisabled();

  await box('Elegir berta').click();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  expect(chosen()).toBe('a,b,c,elsewhere');
  await expect.element(all).toBeChecked();
  await all.click();
  expect(chosen()).toBe('elsewhere');
});

test('while newer rows are on their way those of before are chosen as ever', async () => {
  render(<Selectable start={['b']} onOpenRow={vi.fn()} busy />);
  await box('Elegir Carla').click();
  expect(chosen()).toBe('b,c');
  document.querySelector<HTMLElement>('tbody tr')?.focus();
  await userEvent.keyboard(' ');
  expect(chosen()).toBe('a,b,c');
  await box('Elegir todas').click();
  expect(chosen()).toBe('a,b,c,d');
});

test('with Shift the rows between two clicks are chosen, and let go again', async () => {
  render(<Selectable />);
  await box('Elegir Diego').click();
  await box('Elegir berta').click({ modifiers: ['Shift'] });
  expect(chosen()).toBe('b,c,d');
  await box('Elegir Carla').click({ modifiers: ['Shift'] });
  expect(chosen()).toBe('d');
});

test('a row opens by click and Enter, not by its controls; arrows walk the rows, Space chooses', async () => {
  const onOpenRow = vi.fn();
  render(<Selectable onOpenRow={onOpenRow} />);
  await page.getByRole('button', { name: 'Editar' }).nth(1).click();
  await box('Elegir Carla').click();
  expect(onOpenRow).not.toHaveBeenCalled();
  await page.getByText('Carla', { exact: true }).click();
  expect(onOpenRow).toHaveBeenLastCalledWith(people[2]);

  // The end of marking text is no click on the row.
  const berta = page.getByText('berta', { exact: true }).element() as HTMLElement;
  getSelection()?.selectAllChildren(berta);
  berta.click();
  expect(onOpenRow).toHaveBeenCalledTimes(1);
  getSelection()?.removeAllRanges();

  const rows = document.querySelectorAll<HTMLElement>('tbody tr');
  expect([...rows].filter((row) => row.tabIndex === 0)).toHaveLength(1);
  rows[0]?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(rows[1]);
  await userEvent.keyboard('{Enter}');
  expect(onOpenRow).toHaveBeenLastCalledWith(people[1]);
  await userEvent.keyboard(' {ArrowUp}{ArrowUp}');
  expect(chosen()).toBe('b,c');
  expect(document.activeElement).toBe(rows[0]);
});

test('columns can be hidden, aligned and sized, and rows made compact', async () => {
  const { rerender } = render(<DataTable {...base} />);
  const cell = page.getByRole('cell', { name: '30' });
  expect(getComputedStyle(cell.element()).textAlign).toBe('end');
  expect(page.getByRole('columnheader', { name: 'Puestos' }).element()).toHaveStyle({ width: '120px' });
  const roomy = cell.element().getBoundingClientRect().height;

  rerender(<DataTable {...base} hiddenColumns={['city']} density="compact" />);
  expect(page.getByRole('columnheader', { name: 'Ciudad' }).elements()).toHaveLength(0);
  expect(page.getByRole('cell', { name: 'Lugo' }).elements()).toHaveLength(0);
  expect(cell.element().getBoundingClientRect().height).toBeLessThan(roomy);
});

test('the header stays below what the page keeps on top', async () => {
  render(
    <div style={{ '--sticky-top': '40px', height: '2000px' } as React.CSSProperties}>
      <DataTable
        {...base}
        rows={Array.from({ length: 30 }, (_, index) => ({ ...people[0]!, id: `r${index}` }))}
      />
    </div>,
  );
  scrollTo(0, 400);
  expect(page.getByRole('columnheader', { name: 'Nombre' }).element().getBoundingClientRect().top).toBe(40);
  scrollTo(0, 0);
});

test('on a narrow place each row is a card with labels, the same elements and roles', async () => {
  const { rerender } = render(
    <div style={{ width: '900px' }}>
      <Selectable />
    </div>,
  );
  const row = document.querySelector('tbody tr') as Element;
  expect(getComputedStyle(row).display).toBe('table-row');

  rerender(
    <div style={{ width: '360px' }}>
      <Selectable />
    </div>,
  );
  expect(document.querySelector('tbody tr')).toBe(row);
  expect(getComputedStyle(row).display).toBe('flex');
  const seats = row.querySelector('td[data-label="Puestos"]') as Element;
  expect(getComputedStyle(seats, '::before').content).toBe('"Puestos "');
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Puestos' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test('in the list a control of its own sorts, in place of the heads, which keep their names', async () => {
  // As high as the label and the select of a list.
  const sortControl = (
    <button type="button" style={{ height: '68px' }}>
      Ordenar
    </button>
  );
  const { rerender } = render(
    <div style={{ width: '360px' }}>
      <Selectable listSort={sortControl} />
    </div>,
  );
  const sort = page.getByRole('button', { name: 'Ordenar' });
  await expect.element(sort).toBeVisible();
  expect(page.getByRole('button', { name: 'Puestos' }).elements()).toHaveLength(0);
  await expect.element(page.getByRole('columnheader', { name: 'Puestos' })).toBeInTheDocument();
  await userEvent.tab();
  await expect.element(sort).toHaveFocus();
  await userEvent.tab();
  await expect.element(box('Elegir todas')).toHaveFocus();
  const edges = (element: Element) => element.getBoundingClientRect();
  const firstRow = edges(document.querySelector('tbody tr') as Element);
  expect(edges(box('Elegir todas').element()).bottom).toBeLessThan(firstRow.top);
  expect(edges(box('Elegir todas').element()).x).toBe(edges(box('Elegir Álvaro').element()).x);

  rerender(
    <div style={{ width: '900px' }}>
      <Selectable listSort={sortControl} />
    </div>,
  );
  expect(sort.elements()).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: 'Puestos' })).toBeVisible();
});

test('in the list a skeleton has the lines of the row that comes', () => {
  const inList = columns.map((column) => (column.key === 'city' ? { ...column, plain: true } : column));
  const list = (props: Partial<DataTableProps<Person>>) => (
    <div style={{ width: '360px' }}>
      <Selectable columns={inList} {...props} />
    </div>
  );
  const lines = () =>
    [...document.querySelectorAll('tbody tr:first-child td')].map((cell) => {
      const { flex, position, order } = getComputedStyle(cell);
      return [flex, position, order].join();
    });
  const boxAt = () =>
    document
      .querySelector('tbody tr:first-child [data-select] :is(.skeleton, input)')!
      .getBoundingClientRect().x;
  const { rerender } = render(list({ rows: [], loading: true }));
  const before = [lines(), boxAt()];
  rerender(list({}));
  expect(before).toEqual([lines(), boxAt()]);
});

test('a card has two lines: what names the row and its state, then the rest, of which the longest is cut', () => {
  const inCards: DataTableColumn<Person>[] = [
    { key: 'name', title: 'Nombre' },
    {
      key: 'city',
      title: 'Ciudad',
      plain: true,
      render: () => 'Santa Cruz de la Palma, en el archipiélago de las Islas Canarias',
    },
    { key: 'seats', title: 'Puestos', align: 'end' },
    { key: 'note', title: 'Nota', plain: true, card: 'none', render: () => 'Nada' },
    { key: 'state', title: 'Estado', plain: true, card: 'first', render: () => 'Activa' },
  ];
  const table = (width: string) => (
    <div style={{ width }}>
      <DataTable {...base} columns={inCards} rows={people.slice(0, 1)} />
    </div>
  );
  const boxes = () =>
    [...document.querySelectorAll('tbody td')].map((cell) => cell.getBoundingClientRect()) as Boxes;
  const { rerender } = render(table('360px'));
  const [name, city, seats, note, state] = boxes();
  expect(state.top).toBe(name.top);
  expect(state.left).toBeGreaterThanOrEqual(name.right);
  expect(city.top).toBeGreaterThanOrEqual(name.bottom);
  expect(seats.top).toBe(city.top);
  expect(seats.left).toBeGreaterThanOrEqual(city.right);
  expect(note.width).toBe(0);
  const [, cut, whole] = document.querySelectorAll('tbody td');
  expect(cut!.scrollWidth).toBeGreaterThan(cut!.clientWidth);
  expect(whole!.scrollWidth).toBe(whole!.clientWidth);
  expect(document.querySelector('tbody tr')!.getBoundingClientRect().height).toBeLessThan(66);

  // On a tablet there is room for what a phone leaves out.
  rerender(table('800px'));
  const [, onTablet, , shown] = boxes();
  expect(shown.width).toBeGreaterThan(0);
  expect(shown.top).toBe(onTablet.top);
});

type Boxes = [DOMRect, DOMRect, DOMRect, DOMRect, DOMRect];
