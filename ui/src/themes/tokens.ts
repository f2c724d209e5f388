import type { Ramp } from './ramps.ts';
import { amber, blue, green, pink, red, sky, teal, violet } from './ramps.ts';

/** What a colour is for; in CSS `--primary-soft`, in Tailwind `bg-primary-soft`. Hex, but `overlay`. */
export type TokenName =
  | 'canvas'
  | 'canvas-end'
  | 'surface'
  | 'raised'
  | 'sunken'
  | 'hover'
  | 'selected'
  | 'line'
  | 'line-strong'
  | 'ink'
  | 'muted'
  | 'primary'
  | 'primary-end'
  | 'on-primary'
  | 'primary-soft'
  | 'primary-ink'
  | 'ring'
  | 'sidebar'
  | 'sidebar-end'
  | 'sidebar-line'
  | 'sidebar-ink'
  | 'sidebar-muted'
  | 'sidebar-active'
  | 'sidebar-active-ink'
  | 'success'
  | 'success-soft'
  | 'success-ink'
  | 'warning'
  | 'warning-soft'
  | 'warning-ink'
  | 'danger'
  | 'danger-soft'
  | 'danger-ink'
  | 'info'
  | 'info-soft'
  | 'info-ink'
  | 'on-status'
  | 'overlay'
  | 'shade'
  | 'chart-1'
  | 'chart-2'
  | 'chart-3'
  | 'chart-4'
  | 'chart-5'
  | 'chart-6';

export interface TokenTable {
  scheme: 'light' | 'dark';
  tokens: Record<TokenName, string>;
}

type Overrides = Partial<Record<TokenName, string>>;

/** The colour on the way from one to another: half way, or another part of it. */
function between(one: string, other: string, part = 0.5): string {
  const channels = [1, 3, 5].map((at) =>
    Math.round(
      parseInt(one.slice(at, at + 2), 16) * (1 - part) + parseInt(other.slice(at, at + 2), 16) * part,
    ),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** A ground that shows on dark surfaces, lighter on lighter ones, and stays calm. */
function darkGround(hue: Ramp, depth: 0 | 1): string {
  const lifted = between(hue[9], hue[10]);
  return depth === 0 ? lifted : between(lifted, hue[10]);
}

/** The further colours of a chart, none of them that of the brand, which is the first. */
function seriesBeside(brand: Ramp, shadeOf: (hue: Ramp) => string) {
  const [second, third, fourth, fifth, sixth] = [blue, amber, violet, teal, pink, red]
    .filter((hue) => hue !== brand)
    .map(shadeOf) as [string, string, string, string, string];
  return { 'chart-2': second, 'chart-3': third, 'chart-4': fourth, 'chart-5': fifth, 'chart-6': sixth };
}

const lightStatus = {
  success: green[6],
  warning: amber[7],
  danger: red[6],
  info: sky[7],
  'on-status': '#ffffff',
  'success-soft': green[1],
  'success-ink': green[8],
  'warning-soft': amber[1],
  'warning-ink': amber[8],
  'danger-soft': red[1],
  'danger-ink': red[8],
  'info-soft': sky[1],
  'info-ink': sky[8],
};

const darkStatus = (depth: 0 | 1) => ({
  success: green[4],
  warning: amber[4],
  danger: red[4],
  info: sky[4],
  'on-status': '#0b0f14',
  'success-soft': darkGround(green, depth),
  'success-ink': green[3],
  'warning-soft': darkGround(amber, depth),
  'warning-ink': amber[3],
  'danger-soft': darkGround(red, depth),
  'danger-ink': red[3],
  'info-soft': darkGround(sky, depth),
  'info-ink': sky[3],
});

/** The colours of a light theme made of one neutral and one brand ramp. */
export function lightTokens(neutral: Ramp, brand: Ramp, overrides: Overrides = {}): TokenTable {
  const tokens: TokenTable['tokens'] = {
    canvas: neutral[0],
    'canvas-end': neutral[0],
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: neutral[0],
    hover: neutral[1],
    selected: brand[0],
    line: neutral[2],
    'line-strong': '#838b93',
    ink: neutral[9],
    muted: neutral[6],
    primary: brand[6],
    'primary-end': brand[6],
    'on-primary': '#ffffff',
    'primary-soft': brand[1],
    'primary-ink': brand[7],
    ring: brand[6],
    sidebar: '#ffffff',
    'sidebar-end': '#ffffff',
    'sidebar-line': neutral[2],
    'sidebar-ink': neutral[8],
    'sidebar-muted': neutral[6],
    'sidebar-active': brand[0],
    'sidebar-active-ink': brand[7],
    ...lightStatus,
    overlay: 'rgb(15 23 32 / 45%)',
    shade: 'rgb(15 23 32 / 14%)',
    'chart-1': brand[6],
    ...seriesBeside(brand, (hue) => hue[hue === blue || hue === violet ? 5 : 6]),
    ...overrides,
  };
  return { scheme: 'light', tokens };
}

/** The colours of a dark theme; `depth` 0 is a lifted dark grey, 1 is close to black. */
export function darkTokens(neutral: Ramp, brand: Ramp, depth: 0 | 1, overrides: Overrides = {}): TokenTable {
  const [canvas, surface, raised] =
    depth === 1
      ? [neutral[10], neutral[9], neutral[8]]
      : [neutral[9], neutral[8], between(neutral[8], neutral[7])];
  const tokens: TokenTable['tokens'] = {
    canvas,
    'canvas-end': canvas,
    surface,
    raised,
    sunken: canvas,
    // Lighter than what is raised, too: what is pointed at in a menu or a dialog shows.
    hover: depth === 1 ? between(neutral[8], neutral[7], 0.375) : neutral[7],
    selected: between(between(brand[9], neutral[9]), surface),
    line: depth === 1 ? neutral[8] : neutral[7],
    'line-strong': between(neutral[4], neutral[5]),
    ink: neutral[1],
    muted: depth === 1 ? neutral[4] : between(neutral[3], neutral[4]),
    primary: brand[4],
    'primary-end': brand[4],
    'on-primary': brand[10],
    'primary-soft': between(brand[9], neutral[9]),
    'primary-ink': brand[3],
    ring: brand[4],
    sidebar: canvas,
    'sidebar-end': canvas,
    'sidebar-line': depth === 1 ? neutral[8] : neutral[7],
    'sidebar-ink': neutral[2],
    'sidebar-muted': neutral[4],
    'sidebar-active': between(brand[9], neutral[9]),
    'sidebar-active-ink': brand[3],
    ...darkStatus(depth),
    overlay: 'rgb(0 0 0 / 65%)',
    shade: 'rgb(0 0 0 / 50%)',
    'chart-1': brand[4],
    ...seriesBeside(brand, (hue) => hue[4]),
    ...overrides,
  };
  return { scheme: 'dark', tokens };
}
