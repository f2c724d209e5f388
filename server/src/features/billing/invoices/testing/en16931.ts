import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import saxon from 'saxon-js';
import { extract } from 'tar-stream';

/**
 * The official validation of EN 16931 for UBL, release 1.3.16 of ConnectingEurope/eInvoicing-EN16931, unmodified and
 * under the EUPL 1.2, with the files that its makers test it with; license and files are in the archive.
 */
const ARCHIVE = new URL('en16931-ubl-1.3.16.tar.gz', import.meta.url);
const STYLESHEET = 'EN16931-UBL-validation.xslt';

/** The rules that a document breaks; those whose flag is a warning leave it valid. */
export type Broken = { rule: string; flag: string };
export type Validator = (xml: string) => Broken[];

/** All files of the archive by their path. */
export async function readSuite(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const entry of createReadStream(ARCHIVE).pipe(createGunzip()).pipe(extract()))
    if (entry.header.type === 'file') files.set(entry.header.name.replace(/^\.\//, ''), await text(entry));
  return files;
}

/** Compiles the validation, which takes seconds, for as many documents as there are. */
export async function openValidator(suite: Map<string, string>): Promise<Validator> {
  const stylesheetInternal = JSON.parse(await compile(suite.get(STYLESHEET) ?? '')) as object;
  return (sourceText) => {
    const report = saxon.transform({ stylesheetInternal, sourceText, destination: 'serialized' });
    const failed = report.principalResult.matchAll(/<svrl:failed-assert\b([^>]*)>/g);
    return Array.from(failed, ([, attributes = '']) => ({
      rule: /\bid="([^"]*)"/.exec(attributes)?.[1] ?? '',
      flag: /\bflag="([^"]*)"/.exec(attributes)?.[1] ?? '',
    }));
  };
}

export type Case = { holds: string[]; broken: string[]; document: string };

/** What a file of the norm expects of each of its documents. */
export function casesOf(file: string): Case[] {
  const named = (body: string, pattern: RegExp) =>
    Array.from(body.matchAll(pattern), ([, rule = '']) => rule);
  return Array.from(file.matchAll(/<test>([^]*?)<\/test>/g), ([, body = '']) => ({
    holds: named(body, /<success>\s*([^<\s]+)\s*<\/success>/g),
    broken: named(body, /<error(?: number="\d+")?>\s*([^<\s]+)\s*<\/error>/g),
    document: /<(Invoice|CreditNote)\b[^]*<\/\1>/.exec(body)?.[0] ?? '',
  }));
}

async function compile(stylesheet: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atalaya-en16931-'));
  try {
    const [source, compiled] = [join(folder, STYLESHEET), join(folder, 'compiled.json')];
    await writeFile(source, stylesheet);
    const compiler = fileURLToPath(import.meta.resolve('xslt3'));
    const parameters = [compiler, `-xsl:${source}`, `-export:${compiled}`, '-nogo'];
    await promisify(execFile)(process.execPath, parameters);
    return await readFile(compiled, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
