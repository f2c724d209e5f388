import { describe, expect, onTestFinished, test } from 'vitest';
import { Card } from '../card.tsx';
import { Modal } from '../modal.tsx';
import { Skeleton } from '../skeleton.tsx';
import { render } from '../testing/render.tsx';
import { shapePairs, textPairs, type ColourPair } from './contrast-pairs.ts';
import { presets } from './presets.ts';
import { themeCss } from './theme-css.ts';
import { offeredThemes, themeNames } from './theme-list.ts';
import writtenCss from './themes.css?raw';

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

/** A colour over another, as the browser paints them. */
function painted(front: string, back: string): string {
  const pen = document.createElement('canvas').getContext('2d')!;
  for (const colour of [back, front]) {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
  }
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((channel) => channel!.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour that an element lies on: that of the first around it that has one. */
function groundOf(element: Element): string {
  const box = element.parentElement!;
  const { backgroundColor } = getComputedStyle(box);
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(box) : backgroundColor;
}

describe.each(themeNames)('theme %s', (name) => {
  test.each(['light', 'dark'] as const)('shows place holders on its surfaces in its %s mode', (mode) => {
    const { dataset } = document.documentElement;
    Object.assign(dataset, { theme: name, mode });
    onTestFinished(() => {
      delete dataset.theme;
      delete dataset.mode;
    });
    render(
      <>
        <Card>
          <Skeleton />
        </Card>
        <Modal open title="Ticket" closeLabel="Cerrar" onClose={() => undefined}>
          <Skeleton />
        </Modal>
      </>,
    );
    const { surface, raised } = presets[name][mode].tokens;
    const shown = [...document.querySelectorAll('.skeleton')].map((element) => {
      const ground = groundOf(element);
      const own = painted(getComputedStyle(element).backgroundColor, ground);
      return { on: painted(ground, ground), isSeen: contrast(own, painted(ground, ground)) >= 1.15 };
    });
    expect(shown).toEqual([surface, raised].map((on) => ({ on, isSeen: true })));
  });

  test.each(['light', 'dark'] as const)('shows what is pointed at in its %s mode', (mode) => {
    const { hover, surface, raised } = presets[name][mode].tokens;
    for (const ground of [surface, raised]) expect(contrast(hover, ground)).toBeGreaterThanOrEqual(1.05);
  });

  test.each(['light', 'dark'] as const)('reads well in its %s mode (WCAG AA)', (mode) => {
    const { tokens } = presets[name][mode];
    const weak = (list: ColourPair[], least: number) =>
      list
        .filter(([front, back]) => contrast(tokens[front], tokens[back]) < least)
        .map((pair) => pair.join(' on '));
    expect({ texts: weak(textPairs, 4.5), shapes: weak(shapePairs, 3) }).toEqual({ texts: [], shapes: [] });
  });

  test.each(['light', 'dark'] as const)('tells the series of a chart apart in its %s mode', (mode) => {
    const { tokens } = presets[name][mode];
    const series = ([1, 2, 3, 4, 5, 6] as const).map((number) => tokens[`chart-${number}`]);
    expect(new Set(series).size).toBe(series.length);
  });
});

test.each(['lightMinimal', 'default'] as const)('the primary colour of %s is green', (name) => {
  for (const { tokens } of [presets[name].light, presets[name].dark]) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      parseInt(tokens.primary.slice(at, at + 2), 16),
    );
    expect(green).toBeGreaterThan(Math.max(red, blue) * 1.3);
  }
});

test('themes.css is what the tables say', () => {
  expect(writtenCss).toBe(themeCss());
});

test('the eight presets bear the specified keys', () => {
  expect(themeNames).toEqual([
    'lightMinimal',
    'darkProfessional',
    'gradientModern',
    'darkAnalytics',
    'default',
    'corporate',
    'modern',
    'minimal',
  ]);
});

test('the four offered themes bear the specified names', () => {
  expect(offeredThemes.map(({ name, description }) => `${name} (${description})`)).toEqual([
    'Light Minimal (Clean and minimal)',
    'Dark Professional (Professional dark theme)',
    'Gradient Modern (Modern with gradients)',
    'Dark Analytics (Analytics focused)',
  ]);
});
