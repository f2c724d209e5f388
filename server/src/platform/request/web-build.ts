import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The built browser application: where its files are, and the hashes of the scripts inside its page. */
export type WebBuild = { root: string; scriptHashes: string[] };

const manifest = z.object({ script_hashes: z.array(z.string().regex(/^sha256-[A-Za-z0-9+/]+=*$/)) });

/** Reads what the web build tells of itself (`csp.json`), or null where there is no build. */
export async function readWebBuild(root: string | null): Promise<WebBuild | null> {
  if (root === null) return null;
  try {
    const text = await readFile(join(root, 'csp.json'), 'utf8');
    return { root, scriptHashes: manifest.parse(JSON.parse(text)).script_hashes };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
