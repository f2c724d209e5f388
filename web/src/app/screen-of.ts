import { type Screen, type ScreenKey, adminScreens } from './screens.tsx';

export type AdminScreen = Screen & { key: ScreenKey };

/** The screen that an address shows: the one with that path, else the nearest above it. */
export function screenOf(pathname: string): AdminScreen | null {
  const address = pathname.replace(/\/+$/, '');
  const screens: readonly AdminScreen[] = adminScreens;
  const nearest = screens
    .filter(({ path }) => address === path || (path !== '/admin' && address.startsWith(`${path}/`)))
    .toSorted((one, other) => other.path.length - one.path.length);
  return nearest[0] ?? null;
}
