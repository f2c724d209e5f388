import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bootScript } from './themes/boot-script.ts';
import { render } from './testing/render.tsx';
import { ThemeProvider, useTheme } from './theme.tsx';

const systemDark = matchMedia('(prefers-color-scheme: dark)').matches;
const systemMode = systemDark ? 'dark' : 'light';

function Switches() {
  const { theme, dark, setTheme, setDark } = useTheme();
  return (
    <>
      <output>{`${theme} ${dark ? 'dark' : 'light'}`}</output>
      <button onClick={() => setTheme('gradientModern')}>Gradient</button>
      <button onClick={() => setDark(!dark)}>Dark</button>
    </>
  );
}

const onRoot = () => `${document.documentElement.dataset.theme} ${document.documentElement.dataset.mode}`;

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.mode;
});

test.each([
  { stored: null, dark: null, expected: `lightMinimal ${systemMode}` },
  { stored: 'darkAnalytics', dark: 'true', expected: 'darkAnalytics dark' },
  { stored: 'corporate', dark: 'false', expected: 'corporate light' },
  { stored: 'no such theme', dark: 'true', expected: 'default dark' },
])('boot script and provider agree on $stored, $dark', ({ stored, dark, expected }) => {
  if (stored !== null) localStorage.setItem('ui-kit-theme', stored);
  if (dark !== null) localStorage.setItem('ui-kit-theme-dark', dark);

  const script = document.createElement('script');
  script.textContent = bootScript;
  document.head.append(script);
  script.remove();
  expect(onRoot()).toBe(expected);

  delete document.documentElement.dataset.theme;
  render(<ThemeProvider>{null}</ThemeProvider>);
  expect(onRoot()).toBe(expected);
});

test('a choice is applied, and kept under the given key', async () => {
  render(
    <ThemeProvider storageKey="my-key">
      <Switches />
    </ThemeProvider>,
  );
  expect(localStorage.getItem('my-key-dark')).toBeNull();
  await page.getByRole('button', { name: 'Gradient' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();

  const mode = systemDark ? 'light' : 'dark';
  await expect.element(page.getByText(`gradientModern ${mode}`)).toBeVisible();
  expect(onRoot()).toBe(`gradientModern ${mode}`);
  expect(localStorage.getItem('my-key')).toBe('gradientModern');
  expect(localStorage.getItem('my-key-dark')).toBe(String(!systemDark));
});

test('another tab’s choice arrives here', async () => {
  render(
    <ThemeProvider>
      <Switches />
    </ThemeProvider>,
  );
  localStorage.setItem('ui-kit-theme', 'minimal');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ui-kit-theme' }));
  await expect.element(page.getByText(`minimal ${systemMode}`)).toBeVisible();
});
