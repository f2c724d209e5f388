export type Crumb = { label: string; path: string };

/**
 * The way to an address under /admin: the root, then one step per segment. A step's label comes from `labels`
 * by its segment, else it is the segment itself, capitalised.
 */
export function breadcrumbTrail(pathname: string, home: string, labels: Record<string, string>): Crumb[] {
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .slice(1);
  const steps = segments.map((segment, at) => ({
    label: labels[segment] ?? capitalised(decode(segment)),
    path: `/admin/${segments.slice(0, at + 1).join('/')}`,
  }));
  return [{ label: home, path: '/admin' }, ...steps];
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
