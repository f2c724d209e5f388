import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const TEXT_FILE = /\.(es|en)\.ts$/;

/** Compiles every ICU message inside `value`: a string, or an object of them. */
function compileTexts(value: unknown): unknown {
  if (typeof value === 'string') return compile(value);
  if (typeof value !== 'object' || value === null) throw new Error('A text file holds only texts');
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compileTexts(inner)]));
}

/** What stays code: the hook at the foot of a file, and what it imports. */
const HOOK = /^import \{ defineTexts \} .*$|^export const \w+Texts = defineTexts\([\s\S]*?\);$/gm;

/**
 * Turns `*.es.ts` and `*.en.ts` into already parsed messages, so that the browser needs no ICU parser (9 kB).
 * Such files export nothing but objects of texts and their hooks: they are evaluated here, while building.
 */
export function precompiledMessages(): Plugin {
  return {
    name: 'atalaya:precompiled-messages',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?', 1)[0] ?? id;
      if (!TEXT_FILE.test(file)) return null;
      const { mtimeMs } = await stat(file);
      const texts = (await import(`${pathToFileURL(file).href}?changed=${mtimeMs}`)) as Record<
        string,
        unknown
      >;
      const hooks = (await readFile(file, 'utf8')).match(HOOK) ?? [];
      const lines = Object.entries(texts)
        .filter(([name]) => !name.endsWith('Texts'))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(compileTexts(value))};`);
      return { code: [...lines, ...hooks].join('\n'), map: null };
    },
  };
}
