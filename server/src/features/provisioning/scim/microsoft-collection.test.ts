import { readFileSync } from 'node:fs';
import path from 'node:path';
import newman from 'newman';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { connectProvider } from './testing/provider.ts';

/** Microsoft's collection for validating SCIM endpoints (AzureAD/SCIMReferenceCode, MIT), against a listening server. */

let server: TestServer;
let cast: Cast;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = -1');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as { port: number }).port;
});
afterAll(() => server.close());

type Item = {
  name: string;
  item?: Item[];
  request?: { method: string; url: string | { raw: string }; body?: { raw?: string } };
};

/**
 * The collection says its own server's habits in a few places. Where it asks for a token it has one already; the
 * configuration has its name of RFC 7644; values in filters are quoted, as the grammar has it. And its people share
 * addresses, which here belong to one person each: theirs begin with their userName.
 */
function adapt(items: Item[]): Item[] {
  return items
    .filter(({ name }) => name !== 'Get Token')
    .map((one) => {
      if (one.item) return { ...one, item: adapt(one.item) };
      const { request } = one;
      if (!request) return one;
      const raw = typeof request.url === 'string' ? request.url : request.url.raw;
      const url = raw
        .replace('serviceConfiguration', 'ServiceProviderConfig')
        .replace(/(name\.FamilyName eq) (\w+)/, '$1 "$2"')
        .replaceAll(/(emails\.Value co) ([\w.]+)/g, '$1 "$2"')
        .replace('userName sw O', 'userName sw "O"')
        .replace(/(meta\.Created gt) (\S+)/, '$1 "$2"');
      const body =
        request.body?.raw === undefined
          ? {}
          : { body: { ...request.body, raw: ownAddresses(request.body.raw) } };
      return { ...one, request: { ...request, url, ...body } };
    });
}

function ownAddresses(raw: string): string {
  const [, userName] = /"userName"\s*:\s*"([^"]+)"/.exec(raw) ?? [];
  return userName ? raw.replaceAll(/"([\w.]+@[\w.]+)"/g, `"${userName}.$1"`) : raw;
}

// SCIM2
test('the collection of Microsoft passes', async () => {
  const { token } = await connectProvider(server, cast);
  const file = path.join(import.meta.dirname, 'testing/microsoft-scim-collection.json');
  const collection = JSON.parse(readFileSync(file, 'utf8')) as { item: Item[]; auth?: object };
  const values = { Protocol: 'http', Server: '127.0.0.1:', Port: String(port), Api: 'scim/v2', token };
  const summary = await new Promise<newman.NewmanRunSummary>((resolve, reject) => {
    newman.run(
      {
        collection: {
          ...collection,
          item: adapt(collection.item),
          auth: { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] },
        },
        environment: {
          values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
        },
        reporters: [],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
  const failures = summary.run.failures.map(
    ({ source, error }) => `${source?.name ?? ''}: ${error.test ?? ''} ${error.message}`,
  );
  expect(failures).toEqual([]);
  expect(summary.run.stats.assertions.total).toBeGreaterThan(100);
  expect(summary.run.stats.requests.total).toBe(78);
});
