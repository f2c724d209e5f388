import { Skeleton } from '@atalaya/ui/skeleton';
import type { ComponentProps } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';

/** Rarely opened: what shows the bin is loaded when it is. */
const LazyView = lazyPart(() => import('./bin-view.tsx'), 'BinView');
const LazySection = lazyPart(() => import('./bin-section.tsx'), 'BinSection');
const LazyEntries = lazyPart(() => import('./bin-entries.tsx'), 'BinEntries');

const LOADING = <Skeleton className="h-72" />;

/** The bin of one kind, in the place of its list. */
export function BinPlace(props: ComponentProps<typeof LazyView>) {
  return <LazyView fallback={LOADING} {...props} />;
}

/** All that is in the bin, as a card among others. */
export function BinSection(props: ComponentProps<typeof LazySection>) {
  return <LazySection fallback={LOADING} {...props} />;
}

/** The entries alone, for a dialog. */
export function BinEntries(props: ComponentProps<typeof LazyEntries>) {
  return <LazyEntries fallback={LOADING} {...props} />;
}
