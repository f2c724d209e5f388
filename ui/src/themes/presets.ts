import * as ramps from './ramps.ts';
import type { TokenTable } from './tokens.ts';
import { darkTokens, lightTokens } from './tokens.ts';

/** The eight presets of the kit. */
export type ThemeName =
  | 'lightMinimal'
  | 'darkProfessional'
  | 'gradientModern'
  | 'darkAnalytics'
  | 'default'
  | 'corporate'
  | 'modern'
  | 'minimal';

const { blue, cloud, cyan, graphite, green, indigo, iris, navy, slate, stone, teal, violet, zinc } = ramps;

const gradientSidebar = {
  sidebar: violet[9],
  'sidebar-end': indigo[9],
  'sidebar-line': violet[8],
  'sidebar-ink': violet[1],
  'sidebar-muted': violet[3],
  'sidebar-active': violet[8],
  'sidebar-active-ink': '#ffffff',
};

/**
 * Every preset in both modes. The two dark presets stay dark when the dark switch is off: the switch takes
 * them from a lifted grey to almost black.
 */
export const presets: Record<ThemeName, { light: TokenTable; dark: TokenTable }> = {
  lightMinimal: { light: lightTokens(cloud, green), dark: darkTokens(cloud, green, 1) },
  darkProfessional: { light: darkTokens(graphite, blue, 0), dark: darkTokens(graphite, blue, 1) },
  gradientModern: {
    light: lightTokens(iris, violet, { ...gradientSidebar, 'canvas-end': '#f3f0ff', 'primary-end': blue[6] }),
    dark: darkTokens(iris, violet, 1, {
      ...gradientSidebar,
      'canvas-end': '#1a1230',
      'primary-end': blue[4],
    }),
  },
  darkAnalytics: { light: darkTokens(navy, cyan, 0), dark: darkTokens(navy, cyan, 1) },
  default: { light: lightTokens(slate, green), dark: darkTokens(slate, green, 1) },
  corporate: {
    light: lightTokens(navy, blue, {
      sidebar: navy[9],
      'sidebar-end': navy[9],
      'sidebar-line': navy[8],
      'sidebar-ink': navy[1],
      'sidebar-muted': navy[3],
      'sidebar-active': navy[7],
      'sidebar-active-ink': '#ffffff',
    }),
    dark: darkTokens(navy, blue, 1),
  },
  modern: {
    light: lightTokens(stone, teal, { primary: teal[7], 'primary-end': teal[7], ring: teal[7] }),
    dark: darkTokens(stone, teal, 1),
  },
  minimal: {
    light: lightTokens(zinc, zinc, {
      primary: zinc[9],
      'primary-end': zinc[9],
      selected: zinc[1],
      'primary-soft': zinc[1],
      'primary-ink': zinc[8],
      'sidebar-active': zinc[1],
      'sidebar-active-ink': zinc[9],
    }),
    dark: darkTokens(zinc, zinc, 1, {
      primary: zinc[1],
      'primary-end': zinc[1],
      selected: '#1f1f22',
      'primary-soft': zinc[8],
      'sidebar-active': zinc[8],
      'sidebar-active-ink': '#ffffff',
    }),
  },
};
