import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Avatar } from './avatar.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Checkbox } from './checkbox.tsx';
import { Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';
import { StatCard } from './stat-card.tsx';
import { passwordScore, StrengthMeter } from './strength-meter.tsx';
import { render } from './testing/render.tsx';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const otherPixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const broken = 'data:image/png;base64,AAAA';

test('an avatar falls back from image to identicon to initials', async () => {
  const { rerender } = render(
    <Avatar src={otherPixel} identiconUrl={pixel} initials="AG" alt="Ana García" />,
  );
  const picture = page.getByRole('img', { name: 'Ana García' });
  await expect.element(picture).toHaveAttribute('src', otherPixel);
  rerender(<Avatar src={broken} identiconUrl={pixel} initials="AG" alt="Ana García" />);
  await expect.element(picture).toHaveAttribute('src', pixel);
  expect(picture.element().getBoundingClientRect().width).toBe(32);

  rerender(<Avatar src={null} identiconUrl={broken} initials="AG" alt="Ana García" size={80} />);
  await expect.element(picture).toHaveTextContent('AG');
  expect(picture.element().getBoundingClientRect().width).toBe(80);
});

test('a checkbox is toggled by its label, and a partial choice reads as mixed', async () => {
  function Choice() {
    const [checked, setChecked] = useState(false);
    return (
      <Checkbox label="Popular" checked={checked} onChange={(event) => setChecked(event.target.checked)} />
    );
  }
  const { rerender } = render(<Choice />);
  await page.getByText('Popular').click();
  await expect.element(page.getByRole('checkbox', { name: 'Popular' })).toBeChecked();

  rerender(<Checkbox label="Todos" hideLabel indeterminate checked={false} onChange={() => undefined} />);
  await expect.element(page.getByRole('checkbox', { name: 'Todos' })).toBePartiallyChecked();
});

test.each([
  ['', 0],
  ['aaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['clave', 1],
  ['Clave2026', 3],
  ['correcto caballo bateria grapa', 4],
] as const)('the password "%s" scores %i', (password, score) => {
  expect(passwordScore(password)).toBe(score);
});

test('the strength of a password is told in words', async () => {
  const levels = ['Débil', 'Aceptable', 'Buena', 'Excelente'] as const;
  const { rerender } = render(<StrengthMeter password="clave" label="Seguridad" levels={levels} />);
  const meter = page.getByRole('meter', { name: 'Seguridad' });
  await expect.element(meter).toHaveAttribute('aria-valuetext', 'Débil');
  rerender(<StrengthMeter password="correcto caballo bateria grapa" label="Seguridad" levels={levels} />);
  await expect.element(meter).toHaveAttribute('aria-valuetext', 'Excelente');
});

test('a spinner keeps its place, and is hidden for its first 300 ms', async () => {
  render(<Spinner label="Cargando..." />);
  const spinner = page.getByRole('status');
  await expect.element(spinner).toHaveTextContent('Cargando...');
  const [appearing] = spinner.element().getAnimations();
  expect(appearing?.effect?.getTiming()).toMatchObject({ delay: 300, fill: 'backwards' });
});

test('a banner is announced by its gravity and can be dismissed', async () => {
  const onDismiss = vi.fn();
  render(
    <>
      <Banner tone="danger">Sin conexión</Banner>
      <Banner onDismiss={onDismiss} dismissLabel="Descartar">
        Hay una versión nueva
      </Banner>
    </>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sin conexión');
  await expect.element(page.getByRole('status')).toHaveTextContent('Hay una versión nueva');
  await page.getByRole('button', { name: 'Descartar' }).click();
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

test('a figure takes the same room while it loads', () => {
  const figure = (loading: boolean) => (
    <StatCard
      label="Sales"
      value="$53,000"
      change="+55 %"
      trend="up"
      caption="since last week"
      loading={loading}
    />
  );
  const height = () =>
    page.getByText('Sales').element().closest('.bg-surface')?.getBoundingClientRect().height;
  const { rerender } = render(figure(true));
  const loading = height();
  rerender(figure(false));
  expect(height()).toBe(loading);
});

test('on a phone a figure keeps a second line below it for a change alone', async () => {
  await page.viewport(390, 844);
  const { rerender } = render(<StatCard label="Sales" value="7" caption="sin límite" />);
  const height = () =>
    page.getByText('Sales').element().closest('.bg-surface')?.getBoundingClientRect().height ?? 0;
  const alone = height();
  rerender(<StatCard label="Sales" value="7" caption="since last week" change={null} loading />);
  const loading = height();
  expect(loading - alone).toBe(20);
  rerender(<StatCard label="Sales" value="7" caption="since last week" change="+5 %" trend="up" />);
  expect(height()).toBe(loading);
});

test('a rise is good or bad, as the figure has it', () => {
  const colour = (upIsGood: boolean) => {
    rerender(<StatCard label="Urgentes" value="7" change="+2" trend="up" upIsGood={upIsGood} />);
    return getComputedStyle(page.getByText('+2').element()).color;
  };
  const { rerender } = render(
    <>
      <p className="text-success-ink">bien</p>
      <p className="text-danger-ink">mal</p>
    </>,
  );
  const [good, bad] = ['bien', 'mal'].map((text) => getComputedStyle(page.getByText(text).element()).color);
  expect([colour(true), colour(false)]).toEqual([good, bad]);
});

test('the link of a card takes clicks anywhere on it', async () => {
  const onClick = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <Card aria-label="Ventas">
      <a href="/ventas" className="card-link" onClick={onClick}>
        Ver
      </a>
      <p>12 pedidos</p>
    </Card>,
  );
  await page.getByRole('region', { name: 'Ventas' }).click();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('all motion takes one of three times, and none for those who ask for less of it', async () => {
  const times = () =>
    ['fast', 'normal', 'slow'].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--motion-${name}`),
    );
  const motion = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
  render(
    <>
      <Button>Guardar</Button>
      <Spinner label="Cargando..." />
      <Skeleton className="h-4" />
    </>,
  );
  const button = page.getByRole('button').element();
  const moving = () =>
    document.getAnimations().filter((each) => each.effect?.getTiming().iterations === Infinity);
  await motion('no-preference');
  try {
    expect(times()).toEqual(['150ms', '300ms', '500ms']);
    expect(getComputedStyle(button).transitionDuration).toBe('0.15s');
    expect(moving()).toHaveLength(2);
  } finally {
    await motion('reduce');
  }
  expect(times().map(parseFloat)).toEqual([0, 0, 0]);
  expect(getComputedStyle(button).transitionDuration).toBe('0s');
  expect(moving()).toHaveLength(0);
});

test('corners are rounded by one of four radii: 0.25, 0.375, 0.5 and 0.75 rem', () => {
  const names = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl'];
  render(names.map((name) => <p key={name} className={name} />));
  const radii = names.map(
    (name) => getComputedStyle(document.querySelector(`.${name}`) as Element).borderRadius,
  );
  expect(radii.map((radius) => parseFloat(radius) / 16)).toEqual([0.25, 0.375, 0.5, 0.75]);
});

test('no part moves in a time of its own', () => {
  const parts = import.meta.glob<string>(['./*.tsx', '!./*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(parts).length).toBeGreaterThan(30);
  const own = Object.entries(parts).flatMap(([part, text]) =>
    (text.match(/\bduration-(?!(?:fast|normal|slow)\b)\S+/g) ?? []).map((found) => `${part}: ${found}`),
  );
  expect(own).toEqual([]);
});
