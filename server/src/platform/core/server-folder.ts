import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const packageJson = createRequire(import.meta.url).resolve('@atalaya/server/package.json');

/** The server's own folder, which holds migrations/ and sql/: the same from the sources and from the bundle. */
export const SERVER_FOLDER = new URL('.', pathToFileURL(packageJson));
