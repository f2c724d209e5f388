import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { ROOT } from '../run/process.ts';
import { readSources, type SourceFile } from './source-files.ts';

/** Links of a document to files of the project: written path and path from the root. */
export function localLinks({ path, text }: SourceFile): { written: string; target: string }[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, written = '']) => ({
    written,
    target: join(dirname(path), written),
  }));
}

/** Links in the Markdown documents that lead nowhere. */
export function checkLinks(): string[] {
  return readSources(['*.md', 'docs/**/*.md']).flatMap((file) =>
    localLinks(file)
      .filter(({ target }) => !existsSync(join(ROOT, target)))
      .map(({ written }) => `${file.path}: the link to ${written} leads nowhere.`),
  );
}
