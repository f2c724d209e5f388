import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Where the server's package.json stands: `new URL('migrations', SERVER_FOLDER)` is the same file from the sources and from the bundle. */
export const SERVER_FOLDER = new URL('.', pathToFileURL(findPackageJSON('..', import.meta.url) ?? ''));
