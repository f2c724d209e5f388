import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Types are stripped and code is compiled at the first start only; this file alone has none, since whatever strips them
// would be loaded for it at every start. Not in the system's temporary folder, where another user of the machine could
// leave code for us.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
const { start } = await import('./start.ts');
await start();
