import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { connect, switchOn } from './testing/assistant.ts';

/**
 * The conformance suite of the protocol's makers, against a server on a port. It knows no tokens: what it sends goes
 * through a door that adds one. Of its scenarios those apply that are about what the protocol asks of every server. The
 * others ask for tools, prompts and resources by names that their makers gave (test_simple_text, …), which a product does
 * not have, or for what a server may leave out and says it does (logging, completion, subscriptions, streams that the
 * server begins).
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

let server: TestServer;
let door: Server;
let results: string;
let token = '';
beforeAll(async () => {
  results = mkdtempSync(join(tmpdir(), 'conformance-'));
  let upstream = 0;
  door = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const onward = ask({ port: upstream, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({ config: { publicUrl: new URL(`http://localhost:${portOf(door)}`) } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  upstream = portOf(server.app.server);
  const organization = await server.makeOrganization();
  await switchOn(server, organization.id);
  const { cookie } = await server.makePerson({ role: 'admin', organization_id: organization.id });
  token = (await connect(server, cookie, ['tickets:read', 'users:read'])).access_token;
});
afterAll(async () => {
  door?.closeAllConnections();
  door?.close();
  await server?.close();
  rmSync(results, { recursive: true, force: true });
});

const portOf = (listening: { address(): AddressInfo | string | null }) =>
  (listening.address() as AddressInfo).port;

// MCP13
test.each(SCENARIOS)('conforms: %s', async (scenario) => {
  const url = `http://127.0.0.1:${portOf(door)}/mcp`;
  const options = ['server', '--url', url, '--scenario', scenario, '--output-dir', results];
  const { stdout } = await promisify(execFile)(process.execPath, [SUITE, ...options], { cwd: results });
  expect(stdout).toMatch(/Passed: (\d+)\/\1/);
});
