import { type Screen, adminScreens } from './screens.tsx';

/** The screen that an address shows: the one with that path, else the nearest above it. */
export function screenOf(pathname: string): Screen | null {
  const address = pathname.replace(/\/+$/, '');
  const screens: readonly Screen[] = adminScreens;
  const nearest = screens
    .filter(({ path }) => address === path || (path !== '/admin' && address.startsWith(`${path}/`)))
    .toSorted((one, other) => other.path.length - one.path.length);
  return nearest[0] ?? null;
}
