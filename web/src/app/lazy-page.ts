import { lazyRouteComponent } from '@tanstack/react-router';
import { loadPart } from '../platform/load-part.ts';

/** A page that loads when it is gone to; without a network one stays where one is until it is back. */
export function lazyPage<Part extends Record<string, unknown>, Name extends keyof Part & string>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name);
}
