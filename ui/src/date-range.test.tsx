import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addMonths, startOfWeek, weeksOfMonth } from './date-range-days.ts';
import { DateRange, type DateRangeProps, type DayRange } from './date-range.tsx';
import { render } from './testing/render.tsx';

const texts = {
  label: 'Periodo',
  placeholder: 'Todo el periodo',
  from: 'Desde',
  to: 'Hasta',
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  clear: 'Sin límite',
};

function Period({ start = null, ...props }: Partial<DateRangeProps> & { start?: DayRange | null }) {
  const [value, setValue] = useState<DayRange | null>(start);
  return (
    <>
      <DateRange
        texts={texts}
        locale="es"
        today="2026-11-22"
        {...props}
        value={value}
        onValueChange={setValue}
      />
      <output>{value ? `${value.from} ${value.to}` : 'todo'}</output>
    </>
  );
}

const result = page.getByRole('status');
const day = (name: string) => page.getByRole('button', { name });

test('weeks start on Monday, a month shows six of them, and months of any length follow each other', () => {
  expect(startOfWeek('2026-11-22')).toBe('2026-11-16');
  expect(startOfWeek('2026-11-23')).toBe('2026-11-23');
  expect(weeksOfMonth('2026-11-22')[0]?.[0]).toBe('2026-10-26');
  expect(weeksOfMonth('2027-02-10')).toHaveLength(6);
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
});

test('two clicks make a range, whichever comes first; days out of bounds are refused', async () => {
  render(<Period max="2026-11-25" />);
  await page.getByRole('button', { name: 'Periodo: Todo el periodo' }).click();
  await expect.element(page.getByRole('grid', { name: 'noviembre de 2026' })).toBeVisible();
  expect(document.querySelector('thead th')?.getAttribute('abbr')).toBe('lunes');
  await day('jueves, 26 de noviembre de 2026').click({ force: true });
  await day('jueves, 19 de noviembre de 2026').click();
  await expect.element(result).toHaveTextContent('todo');
  await day('jueves, 5 de noviembre de 2026').click();
  await expect.element(result).toHaveTextContent('2026-11-05 2026-11-19');
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Periodo: 5 nov 2026 – 19 nov 2026' })).toHaveFocus();
});

test('the calendar is walked with the keyboard, over the end of the month too', async () => {
  render(<Period start={{ from: '2026-11-28', to: '2026-11-28' }} />);
  await page.getByRole('button', { name: /^Periodo/ }).click();
  (day('sábado, 28 de noviembre de 2026').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('grid', { name: 'diciembre de 2026' })).toBeVisible();
  await expect.element(day('sábado, 5 de diciembre de 2026')).toHaveFocus();
  await userEvent.keyboard('{Home}{Enter}{End}{PageDown}{Enter}');
  await expect.element(result).toHaveTextContent('2026-11-30 2027-01-06');
});

test('a preset, a typed day and taking it away, in English as well', async () => {
  const presets = [{ key: 'week', label: 'Last 7 days', range: { from: '2026-11-16', to: '2026-11-22' } }];
  render(<Period locale="en" presets={presets} />);
  const trigger = page.getByRole('button', { name: /^Periodo/ });
  await trigger.click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect.element(result).toHaveTextContent('2026-11-16 2026-11-22');
  await expect.element(trigger).toHaveTextContent('Nov 16, 2026 – Nov 22, 2026');

  await trigger.click();
  await expect
    .element(page.getByRole('button', { name: 'Last 7 days' }))
    .toHaveAttribute('aria-pressed', 'true');
  await page.getByLabelText('Desde').fill('2026-11-01');
  await page.getByLabelText('Hasta').click();
  await expect.element(result).toHaveTextContent('2026-11-01 2026-11-22');
  await page.getByRole('button', { name: 'Sin límite' }).click();
  await expect.element(result).toHaveTextContent('todo');
});

test('by Tab from one day to the other both are typed, also where they change places', async () => {
  render(<Period />);
  await page.getByRole('button', { name: /^Periodo/ }).click();
  const [from, to] = [page.getByLabelText('Desde'), page.getByLabelText('Hasta')];
  await from.fill('2026-11-20');
  await userEvent.tab();
  await expect.element(result).toHaveTextContent('2026-11-20 2026-11-20');
  await expect.element(to).toHaveFocus();
  await to.fill('2026-11-10');
  (to.element() as HTMLInputElement).blur();
  await expect.element(result).toHaveTextContent('2026-11-10 2026-11-20');
  await expect.element(from).toHaveValue('10/11/2026');
  await expect.element(to).toHaveValue('20/11/2026');
});

test('what takes the days away stands beside them with presets, and below them where there are none', async () => {
  const presets = [{ key: 'today', label: 'Hoy', range: { from: '2026-11-22', to: '2026-11-22' } }];
  const { rerender } = render(<Period presets={presets} />);
  await page.getByRole('button', { name: 'Periodo: Todo el periodo' }).click();
  await expect.element(day('Sin límite')).toBeVisible();
  const boxOf = (name: string) => day(name).element().getBoundingClientRect();
  expect(boxOf('Sin límite').right).toBeLessThan(boxOf('Mes anterior').left);
  rerender(<Period />);
  expect(boxOf('Sin límite').top).toBeGreaterThan(boxOf('Mes anterior').bottom);
});

test('on a phone the whole month is seen at once, also from a button in the middle', async () => {
  await page.viewport(390, 844);
  render(
    <div style={{ paddingTop: '400px' }}>
      <Period />
    </div>,
  );
  await page.getByRole('button', { name: 'Periodo: Todo el periodo' }).click();
  await expect.element(day('domingo, 6 de diciembre de 2026')).toBeVisible();
  const panel = page.getByRole('dialog').element();
  expect(panel.scrollHeight).toBeLessThanOrEqual(panel.clientHeight);
  expect(panel.getBoundingClientRect().bottom).toBeLessThanOrEqual(844);
});
