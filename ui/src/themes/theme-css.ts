import type { ThemeName } from './presets.ts';
import { presets } from './presets.ts';
import { initialTheme, themeNames } from './theme-list.ts';
import type { TokenName, TokenTable } from './tokens.ts';

type Declarations = Partial<Record<TokenName | 'color-scheme', string>>;

function declarationsOf(table: TokenTable): Declarations {
  return { 'color-scheme': table.scheme, ...table.tokens };
}

function rule(selectors: string[], declarations: Declarations): string {
  const body = Object.entries(declarations).map(
    ([name, value]) => `  ${name === 'color-scheme' ? name : `--${name}`}: ${value};\n`,
  );
  return body.length === 0 ? '' : `${selectors.join(',\n')} {\n${body.join('')}}\n`;
}

function difference(wanted: Declarations, present: Declarations): Declarations {
  const pairs = Object.entries(wanted).filter(([name, value]) => present[name as TokenName] !== value);
  return Object.fromEntries(pairs);
}

function selectorsOf(theme: ThemeName, mode: 'light' | 'dark'): string {
  return `[data-theme='${theme}'][data-mode='${mode}']`;
}

/**
 * The text of themes.css: the first theme on `:root` and on paper, what all dark tables share once, then only what differs,
 * so that sixteen tables stay near two kilobytes on the wire.
 */
export function themeCss(): string {
  const light = declarationsOf(presets[initialTheme].light);
  const dark = declarationsOf(presets[initialTheme].dark);
  const tables = themeNames.flatMap((theme) =>
    (['light', 'dark'] as const).map((mode) => ({
      selector: selectorsOf(theme, mode),
      table: presets[theme][mode],
    })),
  );
  const darkSelectors = tables.filter(({ table }) => table.scheme === 'dark').map(({ selector }) => selector);
  const own = tables.map(({ selector, table }) =>
    rule([selector], difference(declarationsOf(table), table.scheme === 'dark' ? dark : light)),
  );
  const head = '/* Written by write-theme-css.ts from presets.ts: change those, not this. */\n';
  return [
    head,
    rule([':root', '[data-theme]'], light),
    // Ink that is made for a dark ground does not show on paper, badges and charts included.
    `@media print {\n${rule([':root[data-theme][data-mode]'], light).replace(/^(?=.)/gm, '  ')}}\n`,
    rule(darkSelectors, difference(dark, light)),
    ...own,
  ].join('');
}
