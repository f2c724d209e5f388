import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeMigrated, makeRunFolder, prepare } from './global-setup.ts';
import { startSystemPostgres } from './postgres-server.ts';
import { TEMPLATE } from './template.ts';

/** The same as global-setup.ts, with the databases of the tests on the PostgreSQL that the machine has. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder();
  const server = await startSystemPostgres(folder);
  if (!server) throw new Error('this machine has no PostgreSQL');
  await prepare(server.url.replace(/[^/]+$/, TEMPLATE));
  project.provide('databaseUrl', server.url);
  project.provide('adminUrl', server.adminUrl);
  project.provide('migrated', await makeMigrated(folder));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
