import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RefusedAddress, isPublicAddress, openGuardedFetch, requireMayFetch } from './guarded-fetch.ts';

let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/away') response.writeHead(302, { location: '/here' }).end();
  else if (request.url === '/large') response.end(Buffer.alloc(2 * 1024 * 1024));
  else request.pipe(response);
});
let here = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const guarded = openGuardedFetch({ outboundAllowedHosts: new Set() });
const allowed = () => openGuardedFetch({ outboundAllowedHosts: new Set([here]) });

// SSO4
test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://172.31.255.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://ana:secreto@example.com/',
  'file:///etc/passwd',
])('%s is not fetched', async (url) => {
  await expect(guarded(url)).rejects.toThrow(RefusedAddress);
});

// SSO4
test('a server of this machine is asked only where the operator allows it, by that host and port', async () => {
  asked = [];
  await expect(guarded(`http://${here}/`)).rejects.toThrow(RefusedAddress);
  await expect(allowed()(`http://localhost:${here.split(':')[1]}/`)).rejects.toThrow(RefusedAddress);
  expect(asked).toEqual([]);
  const answer = await allowed()(`http://${here}/`, {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'a=1']);
});

// SSO4
test('a redirect is not followed, and an answer is bounded', async () => {
  asked = [];
  expect((await allowed()(`http://${here}/away`)).status).toBe(302);
  expect(asked).toEqual(['/away']);
  await expect(allowed()(`http://${here}/large`)).rejects.toThrow('too large');
});

test('public addresses are told from others', () => {
  expect(
    ['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '172.32.0.1', '11.0.0.1'].every(isPublicAddress),
  ).toBe(true);
  expect(['', 'example.com', '127.0.0.2', '::'].some(isPublicAddress)).toBe(false);
});

// SSO4, WH9
test('http to another machine takes the operator’s word, and a reader who asks for it', () => {
  const url = new URL('http://intern.example:8080/');
  const config = { outboundAllowedHosts: new Set([url.host]) };
  expect(() => requireMayFetch(config, url)).toThrow(RefusedAddress);
  expect(requireMayFetch(config, url, true)).toBe(true);
  expect(() => requireMayFetch({ outboundAllowedHosts: new Set() }, url, true)).toThrow(RefusedAddress);
});

// WH8
test('of an answer that is too long the beginning is taken, where that is enough', async () => {
  const bounds = { bytes_max: 10, cuts: true };
  const answer = await openGuardedFetch(
    { outboundAllowedHosts: new Set([here]) },
    bounds,
  )(`http://${here}/large`);
  expect((await answer.arrayBuffer()).byteLength).toBe(10);
});
