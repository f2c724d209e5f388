import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Types are stripped and code is compiled at the first start only. Not in the system's temporary folder, where
// another user of the machine could leave code for us.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
const { start } = await import('./start.ts');
await start();
