export type Crumb = { label: string; path: string };

/**
 * The way to an address under /admin: the root, then one step per segment, with its label of `labels`. A segment that
 * has none is no page: the way ends there, in `unknown`.
 */
export function breadcrumbTrail(
  pathname: string,
  labels: { home: string; unknown: string; segments: Readonly<Record<string, string>> },
): Crumb[] {
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .slice(1);
  const unknown = segments.findIndex((segment) => !Object.hasOwn(labels.segments, segment));
  const walked = unknown === -1 ? segments : segments.slice(0, unknown + 1);
  const steps = walked.map((segment, at) => ({
    label: at === unknown ? labels.unknown : (labels.segments[segment] ?? ''),
    path: `/admin/${segments.slice(0, at + 1).join('/')}`,
  }));
  return [{ label: labels.home, path: '/admin' }, ...steps];
}
