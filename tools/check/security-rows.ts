import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/process.ts';
import { readSources, type SourceFile } from './source-files.ts';

const DOCUMENT = join(ROOT, 'docs', 'security.md');
const ROW = /^\| ([A-Z]{1,4}\d{1,2}) \| (.*) \| ([^|]*) \|$/;
/** Below the tables: how strong the tests of a row are, and what they look at or leave out. */
const STRENGTH = /^- ([A-Z]{1,4}\d{1,2}): (?:walks all|samples|reads)(?:, .+)?$/;
const CLAIM = /^\s*\/\/ ([A-Z]{1,4}\d{1,2}(?:, [A-Z]{1,4}\d{1,2})*)(?![\w-])/gm;
const OPEN = 'open';

/** Which tests and measurements say that they show a requirement: `// T2` or `// T2, T4` on a line of its own, or before a reason. */
export function findClaims(files: SourceFile[]): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  for (const { path, text } of files)
    for (const [, ids = ''] of text.matchAll(CLAIM))
      for (const id of ids.split(', ')) {
        const known = claims.get(id) ?? [];
        if (!known.includes(path)) claims.set(id, [...known, path]);
      }
  return claims;
}

function linksTo(paths: string[] | undefined): string {
  return paths?.map((path) => `[${path}](../${path})`).join(', ') ?? OPEN;
}

/** The document with its last column telling where each requirement is shown. */
export function fillRows(document: string, claims: Map<string, string[]>): string {
  return document
    .split('\n')
    .map((line) =>
      line.replace(ROW, (_, id: string, text: string) => `| ${id} | ${text} | ${linksTo(claims.get(id))} |`),
    )
    .join('\n');
}

/** Rows whose listed tests do not name them any more. */
export function findBrokenRows(document: string, claims: Map<string, string[]>): string[] {
  return document.split('\n').flatMap((line) => {
    const [, id = '', , shown = OPEN] = ROW.exec(line) ?? [];
    const listed = [...shown.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path);
    return listed
      .filter((path) => !claims.get(id)?.includes(path))
      .map(
        (path) =>
          `docs/security.md, ${id}: ${path} has no test that says "// ${id}". Put the test back, or run \`node tools/run.mjs security-rows\`.`,
      );
  });
}

/** Rows of which the list below the tables does not say how strong their tests are. */
export function findRowsWithoutStrength(document: string): string[] {
  const idsOf = (pattern: RegExp) => document.split('\n').flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const told = new Set(idsOf(STRENGTH));
  return idsOf(ROW)
    .filter((id) => !told.has(id))
    .map(
      (id) =>
        `docs/security.md, ${id}: the list below the tables does not say how strong its tests are. Add "- ${id}: walks all", "samples" or "reads", and after a comma what they look at or leave out.`,
    );
}

function readTests(): SourceFile[] {
  return readSources(['{contract,server,ui,web,tools}/**/*.test.{ts,tsx}', 'e2e/**/*.ts', 'bench/*.ts']);
}

export function checkSecurityRows(): string[] {
  return findBrokenRows(readFileSync(DOCUMENT, 'utf8'), findClaims(readTests()));
}

export function checkStrengths(): string[] {
  return findRowsWithoutStrength(readFileSync(DOCUMENT, 'utf8'));
}

if (import.meta.main) {
  const filled = fillRows(readFileSync(DOCUMENT, 'utf8'), findClaims(readTests()));
  writeFileSync(DOCUMENT, filled);
  const rows = filled.split('\n').filter((line) => ROW.test(line));
  const open = rows.filter((line) => line.endsWith(`| ${OPEN} |`));
  console.log(
    `docs/security.md: ${String(rows.length - open.length)} of ${String(rows.length)} requirements have a test.`,
  );
}
