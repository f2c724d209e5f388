import { describe, expect, test } from 'vitest';
import { presets } from './presets.ts';
import { themeCss } from './theme-css.ts';
import { offeredThemes, themeNames } from './theme-list.ts';
import writtenCss from './themes.css?raw';
import type { TokenName } from './tokens.ts';

type Pair = readonly [front: TokenName, back: TokenName];

const grounds = ['canvas', 'canvas-end', 'surface', 'raised', 'sunken', 'hover'] as const;
const series = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'] as const;
const sidebar = ['sidebar', 'sidebar-end'] as const;
const meanings = ['success', 'warning', 'danger', 'info'] as const;

function pairs(fronts: readonly TokenName[], backs: readonly TokenName[]): Pair[] {
  return fronts.flatMap((front) => backs.map((back) => [front, back] as const));
}

/** What is read: 4.5 to 1. */
const texts: Pair[] = [
  ...pairs(['ink', 'muted', 'primary-ink', ...meanings.map((name) => `${name}-ink` as const)], grounds),
  ...pairs(
    ['ink', 'muted', 'primary-ink', ...meanings.map((name) => `${name}-ink` as const)],
    ['primary-soft'],
  ),
  ...pairs(['on-primary'], ['primary', 'primary-end']),
  ...pairs(['on-status'], meanings),
  ...meanings.flatMap((name) => pairs(['ink', `${name}-ink`], [`${name}-soft`])),
  ...pairs(['sidebar-ink', 'sidebar-muted'], sidebar),
  ...pairs(['sidebar-ink', 'sidebar-muted', 'sidebar-active-ink'], ['sidebar-active']),
];

/** What is only recognised (edges of fields, focus rings, fills, lines of charts): 3 to 1. */
const shapes: Pair[] = [
  ...pairs(['line-strong', 'ring', 'primary', 'primary-end', ...meanings], grounds.slice(0, 5)),
  ...pairs(series, ['surface']),
];

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(themeNames)('theme %s', (name) => {
  test.each(['light', 'dark'] as const)('reads well in its %s mode (WCAG AA)', (mode) => {
    const { tokens } = presets[name][mode];
    const weak = (list: Pair[], least: number) =>
      list
        .filter(([front, back]) => contrast(tokens[front], tokens[back]) < least)
        .map((pair) => pair.join(' on '));
    expect({ texts: weak(texts, 4.5), shapes: weak(shapes, 3) }).toEqual({ texts: [], shapes: [] });
  });

  test.each(['light', 'dark'] as const)('tells the series of a chart apart in its %s mode', (mode) => {
    const { tokens } = presets[name][mode];
    expect(new Set(series.map((token) => tokens[token])).size).toBe(series.length);
  });
});

test('themes.css is what the tables say', () => {
  expect(writtenCss).toBe(themeCss());
});

test('the four offered themes bear the specified names', () => {
  expect(offeredThemes.map(({ name, description }) => `${name} (${description})`)).toEqual([
    'Light Minimal (Clean and minimal)',
    'Dark Professional (Professional dark theme)',
    'Gradient Modern (Modern with gradients)',
    'Dark Analytics (Analytics focused)',
  ]);
});
