import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority } from '../testing/certificates.ts';
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

const DIRECTLY = { outboundProxy: null };
const guarded = openGuardedFetch({ ...DIRECTLY, outboundAllowedHosts: new Set() });
const allowed = () => openGuardedFetch({ ...DIRECTLY, outboundAllowedHosts: new Set([here]) });

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
    { ...DIRECTLY, outboundAllowedHosts: new Set([here]) },
    bounds,
  )(`http://${here}/large`);
  expect((await answer.arrayBuffer()).byteLength).toBe(10);
});

// WH9
test('by way of a proxy: public hosts alone, by the address that was judged; what the operator allows directly', async () => {
  const PUBLIC = '93.184.215.14';
  const authority = makeAuthority();
  const { key, certificate: cert } = authority.issue({ name: 'Receptor', host: PUBLIC });
  const receiver = createSecureServer({ key, cert }, (request, response) => request.pipe(response));
  const portOf = async (one: typeof receiver | typeof server) => {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    return (one.address() as AddressInfo).port;
  };
  const port = await portOf(receiver);
  const connected: [string | undefined, string | undefined][] = [];
  // Between us and the internet, of which there is one host here.
  const proxy = createServer().on('connect', ({ url, headers }, socket) => {
    connected.push([url, headers['proxy-authorization']]);
    if (url !== `${PUBLIC}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(connect(port, '127.0.0.1')).pipe(socket);
  });
  const outboundProxy = new URL(`http://ana:a%3Ab@127.0.0.1:${await portOf(proxy)}`);
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, authority.certificate]);
  try {
    const proxied = openGuardedFetch({ outboundProxy, outboundAllowedHosts: new Set([here]) });
    const answer = await proxied(`https://${PUBLIC}/x`, { method: 'POST', body: 'hola' });
    expect([answer.status, await answer.text()]).toEqual([200, 'hola']);
    await expect(proxied('https://1.1.1.1/')).rejects.toThrow('the proxy answered 403');
    await expect(proxied('https://localhost/')).rejects.toThrow(RefusedAddress);
    await expect(proxied('https://10.0.0.1/')).rejects.toThrow(RefusedAddress);
    expect((await proxied(`http://${here}/away`)).status).toBe(302);
    const basic = `Basic ${Buffer.from('ana:a:b').toString('base64')}`;
    expect(connected).toEqual([
      [`${PUBLIC}:443`, basic],
      ['1.1.1.1:443', basic],
    ]);
    setDefaultCACertificates(usual);
    await expect(proxied(`https://${PUBLIC}/x`)).rejects.toThrow(/certificate/);
  } finally {
    setDefaultCACertificates(usual);
    receiver.close();
    proxy.close();
  }
});
