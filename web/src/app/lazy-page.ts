import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadPart } from '../platform/load-part.ts';
import type { ReadAhead } from '../shared/read-ahead.ts';

type PageFile<Name extends string> = Record<Name, () => ReactNode>;

/** A page that loads when it is gone to; without a network one stays where one is until it is back. */
export function lazyPage<Name extends string>(
  load: () => Promise<PageFile<Name>>,
  name: Name,
): AsyncRouteComponent<unknown> {
  return lazyRouteComponent<PageFile<Name>, Name>(() => loadPart(load), name);
}

/** A page, and what its file exports as `readAhead`. */
export function lazyScreen<Name extends string>(
  load: () => Promise<PageFile<Name> & { readAhead?: ReadAhead }>,
  name: Name,
) {
  let file: (PageFile<Name> & { readAhead?: ReadAhead }) | undefined;
  const loadOnce = async () => (file ??= await load());
  // Of a page whose code is there, the request leaves before the page is drawn; a promise would be settled after that.
  const readAhead: ReadAhead = (visit) =>
    file ? file.readAhead?.(visit) : loadOnce().then((loaded) => loaded.readAhead?.(visit));
  return { page: lazyPage(loadOnce, name), readAhead };
}
