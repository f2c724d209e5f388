import { posix } from 'node:path';
import { isCode, isTest, type Rule, type SourceFile } from './source-files.ts';

/**
 * What is read, changed and loaded as one: a feature, with the rooms in it; each folder of the wing `account`, of which
 * passkeys and two-factor are one: a passkey is a second factor, and proves a change of either; a room of the server's
 * platform; a folder of the tools and of what browser tests share.
 */
const UNITS = [
  /^(server|web)\/src\/features\/account\/(?!passkeys|two-factor)[^/]+(?=\/)/,
  /^(server|web)\/src\/features\/[^/]+(?=\/)/,
  /^server\/src\/platform\/[^/]+(?=\/)/,
  /^(web|ui|contract)\/src\/[^/]+(?=\/)/,
  /^(tools|e2e)\/[^/]+(?=\/)/,
];
const IMPORT = /(?:from |import\()'(\.{1,2}\/[^']+)'/g;

/** The folder that a file belongs to as a whole. */
const unitOf = (path: string) =>
  UNITS.map((unit) => unit.exec(path)?.[0]).find((unit) => unit !== undefined) ?? posix.dirname(path);

/**
 * Folders import each other in one direction, types included: of two in a circle neither can be read, changed or tried
 * alone. Files are compared by dependency-cruiser; this compares folders. Tests may use what they like.
 */
export const foldersMakeNoCircle: Rule = (files) => {
  const uses = importsByUnit(files.filter(({ path }) => isCode(path) && !isHelper(path)));
  const circles = new Map<string, string[]>();
  for (const unit of uses.keys()) {
    const circle = [...reachedFrom(uses, unit)].filter((other) => reachedFrom(uses, other).has(unit)).sort();
    if (circle.length > 1) circles.set(circle.join(), circle);
  }
  return [...circles.values()].map((circle) => {
    const why = circle.flatMap((unit) =>
      [...(uses.get(unit) ?? [])]
        .filter(([other]) => circle.includes(other))
        .map(([, example]) => example)
        .sort(),
    );
    return `${circle.join(', ')} use each other in a circle (${why.join('; ')}): move what two of them need below both.`;
  });
};

/** Tests import what they try out, and are left out; what browser tests share is compared too. */
const isHelper = (path: string) => isTest(path) && !path.startsWith('e2e/');

/** For each folder those it imports from, with one import as an example. */
function importsByUnit(files: SourceFile[]): Map<string, Map<string, string>> {
  const uses = new Map<string, Map<string, string>>();
  for (const { path, text } of files) {
    const unit = unitOf(path);
    const used = uses.get(unit) ?? new Map<string, string>();
    uses.set(unit, used);
    for (const [, to = ''] of text.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(path), to);
      const other = unitOf(target);
      if (other !== unit && !used.has(other)) used.set(other, `${path} → ${target}`);
    }
  }
  return uses;
}

function reachedFrom(
  uses: Map<string, Map<string, string>>,
  unit: string,
  seen = new Set<string>(),
): Set<string> {
  for (const next of uses.get(unit)?.keys() ?? [])
    if (!seen.has(next)) {
      seen.add(next);
      reachedFrom(uses, next, seen);
    }
  return seen;
}
