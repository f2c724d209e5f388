import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Pagination, pageEntries } from './pagination.tsx';
import { render } from './testing/render.tsx';

const texts = {
  label: 'Páginas',
  previous: 'Anterior',
  next: 'Siguiente',
  page: (number: number) => `Página ${number}`,
  range: (from: number, to: number, total: number) => `Mostrando ${from} a ${to} de ${total} elementos`,
};

test.each([
  [1, 7, '1 2 3 4 5 6 7'],
  [7, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 … 8'],
  [4, 8, '1 2 3 4 5 6 … 8'],
  [5, 8, '1 … 3 4 5 6 7 8'],
  [6, 20, '1 … 4 5 6 7 8 … 20'],
  [20, 20, '1 … 18 19 20'],
])('page %i of %i lists %s', (current, count, expected) => {
  const shown = pageEntries(current, count).map((entry) => (typeof entry === 'number' ? entry : '…'));
  expect(shown.join(' ')).toBe(expected);
});

test('it shows only with more than one page', () => {
  const { rerender } = render(
    <Pagination page={1} pageSize={20} total={20} onPageChange={() => undefined} texts={texts} />,
  );
  expect(page.getByRole('navigation').elements()).toHaveLength(0);
  rerender(<Pagination page={1} pageSize={20} total={21} onPageChange={() => undefined} texts={texts} />);
  expect(page.getByRole('navigation', { name: 'Páginas' }).elements()).toHaveLength(1);
});

test('it tells where one is, and leads on until the ends', async () => {
  function Pages() {
    const [current, setCurrent] = useState(9);
    return <Pagination page={current} pageSize={20} total={193} onPageChange={setCurrent} texts={texts} />;
  }
  render(<Pages />);
  await expect.element(page.getByText('Mostrando 161 a 180 de 193 elementos')).toBeVisible();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect.element(page.getByText('Mostrando 181 a 193 de 193 elementos')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Página 10' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled();
  await page.getByRole('button', { name: 'Página 1', exact: true }).click();
  await expect.element(page.getByText('Mostrando 1 a 20 de 193 elementos')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Anterior' })).toBeDisabled();
});
