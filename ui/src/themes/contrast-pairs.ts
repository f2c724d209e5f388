import type { TokenName } from './tokens.ts';

/** A colour, and the one behind it. */
export type ColourPair = readonly [front: TokenName, back: TokenName];

const grounds = ['canvas', 'canvas-end', 'surface', 'raised', 'sunken', 'hover'] as const;
const series = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'] as const;
const sidebar = ['sidebar', 'sidebar-end'] as const;
const meanings = ['success', 'warning', 'danger', 'info'] as const;
const inks = [
  'ink',
  'muted',
  'primary-ink',
  'success-ink',
  'warning-ink',
  'danger-ink',
  'info-ink',
] as const satisfies readonly TokenName[];

function pairs(fronts: readonly TokenName[], backs: readonly TokenName[]): ColourPair[] {
  return fronts.flatMap((front) => backs.map((back) => [front, back] as const));
}

/**
 * Colours of text, on all their backgrounds: 4.5 to 1 in every theme. The browser tests find on every screen whether
 * a pair is used that is missing here.
 */
export const textPairs: ColourPair[] = [
  ...pairs(inks, grounds),
  ...pairs(inks, ['primary-soft', 'selected']),
  ...pairs(['canvas'], ['ink']),
  ...pairs(['on-primary'], ['primary', 'primary-end']),
  ...pairs(['on-status'], meanings),
  ...meanings.flatMap((name) => pairs(['ink', `${name}-ink`], [`${name}-soft`])),
  ...pairs(['sidebar-ink', 'sidebar-muted'], sidebar),
  ...pairs(['sidebar-ink', 'sidebar-muted', 'sidebar-active-ink'], ['sidebar-active']),
];

/** What is only recognised (edges of fields, focus rings, fills, lines of charts): 3 to 1. */
export const shapePairs: ColourPair[] = [
  ...pairs(
    ['line-strong', 'ring', 'primary', 'primary-end', ...meanings],
    [...grounds.slice(0, 5), 'selected'],
  ),
  ...pairs(series, ['surface']),
];
