import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { openProviderClient } from './provider-client.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what a provider says of itself is believed for an hour', async () => {
  const said = ['/first', '/second'];
  const http = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: issuer + said.shift(),
        token_endpoint: `${issuer}/token`,
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = openProviderClient('google', { issuer, client_id: 'a', secret: 'b' });
  const flow = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) } as Parameters<
    typeof client.authorizationUrl
  >[0];
  const ask = async () => (await client.authorizationUrl(flow, 'http://localhost/back', new Date())).pathname;
  vi.useFakeTimers({ toFake: ['performance'] });
  expect(await ask()).toBe('/first');
  vi.advanceTimersByTime(3_599_000);
  expect(await ask()).toBe('/first');
  vi.advanceTimersByTime(2_000);
  expect(await ask()).toBe('/second');
  http.close();
});
