import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayPattern, parseDay, writeDay } from './date-range-days.ts';
import { DayField } from './day-field.tsx';
import { render } from './testing/render.tsx';

test('a day is written and read in the order of the language', () => {
  expect([dayPattern('es'), dayPattern('en')]).toEqual(['dd/mm/aaaa', 'mm/dd/yyyy']);
  expect([writeDay('2026-03-05', 'es'), writeDay('2026-03-05', 'en')]).toEqual(['05/03/2026', '03/05/2026']);
  expect(writeDay('', 'es')).toBe('');
  expect(parseDay('03/05/2026', 'en')).toBe('2026-03-05');
});

test.each(['05/03/2026', '5/3/2026', ' 5-3-26 ', '5.3.2026', '05032026', '2026-03-05'])(
  'a day may be typed as "%s"',
  (typed) => expect(parseDay(typed, 'es')).toBe('2026-03-05'),
);

test.each(['', '5/3', '31/02/2026', '5/13/2026', '5/3-2026', '5/3/2026/1', '5/3/123', 'ayer'])(
  '"%s" is no day',
  (typed) => expect(parseDay(typed, 'es')).toBeNull(),
);

test('a day field says what it expects, tells each day, and writes it out on leaving', async () => {
  function Field() {
    const [day, setDay] = useState<string | null>('2026-11-22');
    return (
      <>
        <DayField
          label="Fecha"
          locale="es"
          defaultValue={day}
          onDayChange={setDay}
          pickLabel="Abrir el calendario"
        />
        <output>{day ?? 'ninguno'}</output>
      </>
    );
  }
  render(<Field />);
  const field = page.getByLabelText('Fecha');
  const result = page.getByRole('status');
  await expect.element(field).toHaveValue('22/11/2026');
  await userEvent.clear(field);
  await expect.element(result).toHaveTextContent('ninguno');
  await expect.element(field).toHaveAttribute('placeholder', 'dd/mm/aaaa');
  await userEvent.type(field, '5/3/26');
  await expect.element(result).toHaveTextContent('2026-03-05');
  await userEvent.tab();
  await expect.element(field).toHaveValue('05/03/2026');
  await expect.element(page.getByRole('button', { name: 'Abrir el calendario' })).toHaveFocus();
});
