import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadPart } from '../platform/load-part.ts';

/** A page that loads when it is gone to; without a network one stays where one is until it is back. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
): AsyncRouteComponent<unknown> {
  return lazyRouteComponent<Record<Name, () => ReactNode>, Name>(() => loadPart(load), name);
}
