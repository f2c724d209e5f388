import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/process.ts';

export type SourceFile = { path: string; text: string };

/** Looks at all files; returns one sentence per problem: where, what, and what to do about it. */
export type Rule = (files: SourceFile[]) => string[];

const FOLDERS = '{contract,server,ui,web,e2e,bench,tools}/**/*.{ts,tsx,mjs,css,sql}';
const IGNORED = /(^|\/)(node_modules|dist|data|__screenshots__)(\/|$)/;

/** Every source of the project, tests included, by path. */
export function readSources(patterns: string[] = [FOLDERS, '*.config.ts']): SourceFile[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => IGNORED.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

export const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('e2e/') || path.includes('/testing/');
export const isText = (path: string): boolean => /\.(es|en)\.ts$/.test(path);
export const isCode = (path: string): boolean => /\.(tsx?|mjs)$/.test(path);
/** Written by a command, not by hand. */
export const isGenerated = ({ text }: SourceFile): boolean => text.startsWith('// Written by `npm run ');
