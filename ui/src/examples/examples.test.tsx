import type { ComponentType } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { sampleTextKeys, type ExampleProps, type SampleTexts } from './sample-texts.tsx';

const examples = Object.entries(
  import.meta.glob<Record<string, ComponentType<ExampleProps>>>('./*-example.tsx', { eager: true }),
).flatMap(([path, module]) => Object.values(module).map((Example) => ({ path, Example })));

// Each text is its own key: what is shown is then known, and a key that is not declared cannot be used.
const texts = Object.fromEntries(sampleTextKeys.map((key) => [key, key])) as SampleTexts;

test('each file of examples holds exactly one', () => {
  expect(new Set(examples.map(({ path }) => path)).size).toBe(examples.length);
  expect(examples.length).toBeGreaterThan(15);
});

test.each(examples)('$path stands without a complaint, and fits a phone', async ({ Example }) => {
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  render(
    <main style={{ width: '328px' }}>
      <Example t={texts} locale="es" />
    </main>,
  );
  const main = page.getByRole('main').element();
  await expect.element(page.getByRole('main')).not.toBeEmptyDOMElement();
  expect(main.scrollWidth).toBeLessThanOrEqual(328);
  expect(complaints.mock.calls).toEqual([]);
  const unnamed = [...main.querySelectorAll('button')].filter(
    (button) => !button.textContent && !button.ariaLabel,
  );
  expect(unnamed).toEqual([]);
});
