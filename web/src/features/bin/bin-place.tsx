import { Skeleton } from '@atalaya/ui/skeleton';
import { type ComponentProps, Suspense, lazy } from 'react';
import { loadPart } from '../../platform/load-part.ts';

/** Rarely opened: what shows the bin is loaded when it is. */
const LazyView = lazy(async () => ({ default: (await loadPart(() => import('./bin-view.tsx'))).BinView }));
const LazySection = lazy(async () => ({
  default: (await loadPart(() => import('./bin-section.tsx'))).BinSection,
}));
const LazyEntries = lazy(async () => ({
  default: (await loadPart(() => import('./bin-entries.tsx'))).BinEntries,
}));

const LOADING = <Skeleton className="h-72" />;

/** The bin of one kind, in the place of its list. */
export function BinPlace(props: ComponentProps<typeof LazyView>) {
  return (
    <Suspense fallback={LOADING}>
      <LazyView {...props} />
    </Suspense>
  );
}

/** All that is in the bin, as a card among others. */
export function BinSection(props: ComponentProps<typeof LazySection>) {
  return (
    <Suspense fallback={LOADING}>
      <LazySection {...props} />
    </Suspense>
  );
}

/** The entries alone, for a dialog. */
export function BinEntries(props: ComponentProps<typeof LazyEntries>) {
  return (
    <Suspense fallback={LOADING}>
      <LazyEntries {...props} />
    </Suspense>
  );
}
