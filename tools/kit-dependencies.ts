import { globSync, readFileSync } from 'node:fs';

const IMPORT = /(?:^|\n)import (?!type\b)(?:[^'";]* from )?'([^'./][^']*)'/g;
const NOT_FOR_THE_BROWSER = /^(vitest($|\/)|node:)/;

/** The packages that some sources import, sorted: 'react', '@base-ui/react/dialog'. */
export function packagesOf(sources: string[]): string[] {
  const names = sources.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => !NOT_FOR_THE_BROWSER.test(name)).sort();
}

/**
 * All that the kit and its tests import. Vite prepares these before the first test: one that it discovers during
 * the run reloads the page under a test.
 */
export function kitDependencies(): string[] {
  const files = globSync('ui/src/**/*.{ts,tsx}');
  return [
    ...new Set([...packagesOf(files.map((path) => readFileSync(path, 'utf8'))), 'react/jsx-dev-runtime']),
  ];
}
