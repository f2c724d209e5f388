import type { ThemeName } from './presets.ts';

/** The eight keys alone, for what must stay small: the boot script and the provider. */
export const themeNames = [
  'lightMinimal',
  'darkProfessional',
  'gradientModern',
  'darkAnalytics',
  'default',
  'corporate',
  'modern',
  'minimal',
] as const satisfies readonly ThemeName[];

/** The four that the admin layout offers; their names are English in every language. */
export const offeredThemes = [
  { key: 'lightMinimal', name: 'Light Minimal', description: 'Clean and minimal' },
  { key: 'darkProfessional', name: 'Dark Professional', description: 'Professional dark theme' },
  { key: 'gradientModern', name: 'Gradient Modern', description: 'Modern with gradients' },
  { key: 'darkAnalytics', name: 'Dark Analytics', description: 'Analytics focused' },
] as const satisfies readonly { key: ThemeName; name: string; description: string }[];

/** Where nothing is stored. */
export const initialTheme: ThemeName = 'lightMinimal';

/** Where something unknown is stored. */
export const fallbackTheme: ThemeName = 'default';

export const defaultStorageKey = 'ui-kit-theme';

/** Whether `value` names one of the eight presets. */
export function isThemeName(value: string): value is ThemeName {
  return (themeNames as readonly string[]).includes(value);
}
