import type { Rule } from './source-files.ts';

const FOLDER = 'web/src/features/';
const FACE = /(?:from |import\()'(?:\.\.\/)+([a-z-]+)\/(?:[a-z-]+\/)*[a-z-]+\.face\.tsx?'/g;

/**
 * Features of the browser import each other's faces in one direction: of two in a circle neither can be read, changed
 * or loaded alone. Files are compared by dependency-cruiser; this compares folders.
 */
export const featuresMakeNoCircle: Rule = (files) => {
  const uses = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!path.startsWith(FOLDER)) continue;
    const [feature = ''] = path.slice(FOLDER.length).split('/');
    const used = uses.get(feature) ?? new Set();
    for (const [, other = ''] of text.matchAll(FACE)) if (other !== feature) used.add(other);
    uses.set(feature, used);
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of uses.get(from) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        reached(next, seen);
      }
    return seen;
  };
  const circle = [...uses.keys()].filter((feature) => reached(feature).has(feature));
  return circle.length === 0
    ? []
    : [
        `${FOLDER}{${circle.join(',')}} use each other in a circle: move what two of them need to web/src/shared.`,
      ];
};
