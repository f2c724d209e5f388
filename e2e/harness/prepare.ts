import { rmSync } from 'node:fs';
import { PREPARED, startServer } from './server.ts';

/** Makes a database with the demo data once for the run: for each server anew it would take ten seconds of a core. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes a set-up as the default
export default async function prepare(): Promise<() => void> {
  const server = await startServer(9, {});
  await server.halt();
  process.env[PREPARED] = server.dataDir;
  return () => rmSync(server.dataDir, { recursive: true, force: true });
}
