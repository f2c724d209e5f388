import { join } from 'node:path';
import pg from 'pg';
import type { RunningServer } from './server.ts';

/** A connection to the embedded database of a server, above its rules: for what no screen can bring about. */
export async function connectTo({ dataDir }: RunningServer): Promise<pg.Client> {
  const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'atalaya' });
  await client.connect();
  return client;
}
