import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openProviderClient } from './provider-client.ts';

test.each([
  [0, ['/first', '/second']],
  [3_600_000, ['/first', '/first']],
])('what a provider says of itself is believed for %i ms', async (lifetime, places) => {
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
  const client = openProviderClient('google', { issuer, client_id: 'a', secret: 'b' }, lifetime);
  const flow = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) } as Parameters<
    typeof client.authorizationUrl
  >[0];
  const ask = async () => (await client.authorizationUrl(flow, 'http://localhost/back', new Date())).pathname;
  expect([await ask(), await ask()]).toEqual(places);
  http.close();
});
