import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './test.ts';

/** A storage that, once held, takes nothing until it is let go: an export stays under way for as long as a test needs. */
type HeldStorage = { url: string; hold: () => void; letGo: () => void; close: () => void };

async function startHeldStorage(): Promise<HeldStorage> {
  let held = Promise.withResolvers<void>();
  held.resolve();
  const server: Server = createServer((request, reply) => {
    request.resume();
    if (request.method === 'HEAD') return void reply.writeHead(404).end();
    if (request.method !== 'PUT') return void reply.end('<ListBucketResult></ListBucketResult>');
    return void held.promise.then(() => reply.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    hold: () => {
      held = Promise.withResolvers<void>();
    },
    letGo: () => held.resolve(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** On a server of its own, which keeps its files there. */
export const test = base.extend<object, { storage: HeldStorage }>({
  storage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const storage = await startHeldStorage();
      await use(storage);
      storage.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ storage }, use) => {
      await use({
        S3_ENDPOINT: storage.url,
        S3_BUCKET: 'atalaya',
        S3_ACCESS_KEY_ID: 'a key',
        S3_SECRET_ACCESS_KEY: 'a secret',
      });
    },
    { scope: 'worker' },
  ],
});
