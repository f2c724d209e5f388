import { api } from '@atalaya/contract/api';
import { EVENT_TYPES } from '@atalaya/contract/event-types';
import { fullEventSchema, thinEventSchema } from '@atalaya/contract/events';
import { KEY_SCOPES } from '@atalaya/contract/key-scopes';
import type { Route } from '@atalaya/contract/route';
import { SCIM_OPERATIONS } from '@atalaya/contract/scim-operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineRoute } from '../../platform/request/define-route.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { keyScopeOf } from './openapi.ts';

const TOKEN = 'a metrics token, long enough for the tests';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => server.close());

describe('health', () => {
  test.each(['live', 'ready'])('%s answers 200 while all is well', async (what) => {
    const reply = await server.send({ url: `/api/health/${what}` });
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'ok' }]);
  });
});

describe('metrics', () => {
  test('count requests by route, not by address', async () => {
    await server.send({ url: '/api/users/00000000-0000-4000-8000-000000000000' });
    const reply = await server.send({ url: '/metrics' });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/users/:id",status="401"} 1',
    );
    expect(reply.body).toContain('nodejs_eventloop_lag_seconds');
  });

  test('count reads by where they were answered from', async () => {
    const { cookie } = await server.makePerson({ role: 'super_admin' });
    await server.send({ url: '/api/users', cookie });
    for (let times = 0; times < 2; times++) {
      const { body } = await server.send({ url: '/metrics' });
      expect(body).toContain('database_reads_total{from="primary"} 1');
      expect(body).toContain('database_reads_total{from="replica"} 0');
    }
  });

  test.each([
    ['from elsewhere', { remoteAddress: '203.0.113.9' }, 404],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }, 404],
    ['through one that tells its protocol alone', { headers: { 'x-forwarded-proto': 'https' } }, 404],
    ['for another host', { headers: { host: 'back.example.com' } }, 404],
    ['with a wrong token', { headers: { authorization: 'Bearer wrong' } }, 404],
    [
      'from elsewhere with the token',
      { remoteAddress: '203.0.113.9', headers: { authorization: `Bearer ${TOKEN}` } },
      200,
    ],
  ])('%s', async (_who, request, status) => {
    const reply = await server.send({ url: '/metrics', ...request });
    expect(reply.statusCode).toBe(status);
    expect(reply.body.includes('request.not_found')).toBe(status === 404);
  });
});

// S10: a proxy on this machine that passes requests on as they came cannot be told from this machine itself.
test('metrics are for the token alone where a proxy may stand before the server', async () => {
  for (const env of [{ PUBLIC_URL: 'https://back.example.com' }, { TRUST_PROXY: 'on' }]) {
    const proxied = await startTestServer({ env: { ...env, METRICS_TOKEN: TOKEN } });
    const ask = (headers = {}) => proxied.send({ url: '/metrics', headers });
    expect((await ask()).statusCode).toBe(404);
    expect((await ask({ authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200);
    await proxied.close();
  }
});

describe('the reference', () => {
  test('for tools is OpenAPI 3.1 and names every route of the contract', async () => {
    const reply = await server.send({ url: '/api/openapi.json' });
    const document = reply.json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    const named = Object.values(document.paths).flatMap((path) => Object.values(path));
    const scim = SCIM_OPERATIONS.map(([, , name]) => name);
    expect(named.map(({ operationId }) => operationId).sort()).toEqual([...Object.keys(api), ...scim].sort());
    expect(document.paths['/api/users/{id}']?.['patch']?.responses).toHaveProperty('409');
    const kindOf = (path: string) =>
      Object.keys((document.paths[path]!['get']!.responses['200'] as { content: object }).content);
    for (const noun of ['invoices', 'tickets', 'audit'])
      expect(kindOf(`/api/${noun}/export`)).toEqual(['text/csv']);
    expect(kindOf('/api/invoices/{id}/pdf')).toEqual(['application/pdf']);
  });

  // SCIM2
  test('for tools names the operations of SCIM, each of which there is', () => {
    const missing = SCIM_OPERATIONS.filter(([method, path]) => {
      const url = `/scim/v2${path.replace('{id}', ':id')}`;
      return !server.app.hasRoute({ method: method.toUpperCase(), url });
    });
    expect(missing).toEqual([]);
  });

  // WH1
  test('for tools and for people names every event, with examples of both payloads', async () => {
    const { webhooks } = (await server.send({ url: '/api/openapi.json' })).json<{
      webhooks: Record<
        string,
        {
          post: {
            requestBody: {
              content: Record<string, { examples: Record<'thin' | 'full', { value: unknown }> }>;
            };
          };
        }
      >;
    }>();
    expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { thin, full } = post.requestBody.content['application/json']!.examples;
      expect(thinEventSchema.strict().parse(thin.value).type).toBe(type);
      expect(fullEventSchema.strict().parse(full.value).type).toBe(type);
    }
    const { body } = await server.send({ url: '/api/docs' });
    expect(EVENT_TYPES.filter((type) => !body.includes(`<code>${type}</code>`))).toEqual([]);
  });

  test('for tools says which routes answer that it was too often, or too much', async () => {
    const { paths } = (await server.send({ url: '/api/openapi.json' })).json<{
      paths: Record<
        string,
        Record<string, { operationId: string; responses: Record<string, { description: string }> }>
      >;
    }>();
    const said = new Map(
      Object.values(paths).flatMap((path) =>
        Object.values(path).map(({ operationId, responses }) => [operationId, responses]),
      ),
    );
    const isSaid = (name: string, status: 413 | 415 | 429) =>
      /^request\.|, request\./.test(said.get(name)?.[status]?.description ?? '');
    const named = ['receiveMail', 'verifyEmail', 'requestPasswordReset', 'openInvitation', 'unsubscribe'];
    const routes = Object.entries<Route>(api);
    const limited = routes.filter(
      ([name, route]) => route.costly || keyScopeOf(route) !== null || named.includes(name),
    );
    const withBody = routes.filter(([, { body, file, raw }]) => body ?? file ?? raw);
    for (const [these, status] of [
      [limited, 429],
      [withBody, 413],
      [withBody, 415],
    ] as const) {
      expect(these.length).toBeGreaterThan(50);
      expect(these.map(([name]) => name).filter((name) => !isSaid(name, status))).toEqual([]);
    }
    expect(isSaid('readSession', 429)).toBe(true);
    expect(isSaid('signOut', 429)).toBe(false);
  });

  test('a route cannot have a limit that its contract does not name', () => {
    const route = {
      method: 'POST',
      path: '/api/a-test',
      summary: 'It exists in a test alone',
      access: 'public',
    } as const;
    const limit = { name: 'a-test', max: 1, seconds: 1 };
    const define = (one: Route) =>
      defineRoute(server.app, server.platform, one, async () => undefined as never, { limit });
    expect(() => define(route)).toThrow('POST /api/a-test has a limit, and its contract does not say so');
  });

  test('for tools says how a program calls with a key, and what it says is so', async () => {
    const { cookie } = await server.makePerson({ role: 'super_admin' });
    type Operation = { operationId: string; security?: Record<string, string[]>[] };
    const document = (await server.send({ url: '/api/openapi.json' })).json<{
      info: { description: string };
      paths: Record<string, Record<string, Operation>>;
      components: { securitySchemes: Record<string, { description?: string }> };
    }>();
    const { session, api_key } = document.components.securitySchemes;
    expect(session).toEqual({ type: 'apiKey', in: 'cookie', name: 'atalaya' });
    expect(api_key).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const scope of KEY_SCOPES) expect(api_key?.description).toContain(scope);
    expect(document.info.description).toContain('curl -H "Authorization: Bearer $ATALAYA_KEY"');

    const scopeOf = ({ security = [] }: Operation) =>
      security.find((way) => way['api_key'])?.['api_key']?.[0];
    const keyed = async (scope: string) =>
      (
        await server.send({
          method: 'POST',
          url: '/api/profile/api-keys',
          payload: { name: 'Programa', scopes: [scope], expires_in_days: 1 },
          cookie,
        })
      ).json<{ token: string }>().token;
    const listed = ['/api/users', '/api/tickets', '/api/invoices', '/api/organizations'];
    for (const url of listed) {
      const token = await keyed(scopeOf(document.paths[url]!['get']!)!);
      const answered = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect([url, answered.statusCode]).toEqual([url, 200]);
    }
    for (const [path, method] of [
      ['/api/profile/api-keys', 'post'],
      ['/api/profile/password', 'put'],
    ] as const)
      expect(document.paths[path]![method]!.security).toEqual([{ session: [] }]);
  });

  test('for people says it too, route by route', async () => {
    const { body } = await server.send({ url: '/api/docs' });
    expect(body).toContain('curl -H &quot;Authorization: Bearer $ATALAYA_KEY&quot;');
    const articleOf = (name: string) => body.split(`<article id="${name}">`)[1]?.split('</article>')[0];
    expect(articleOf('listUsers')).toContain('Scope of an API key: <code>users:read</code>');
    expect(articleOf('createApiKey')).toContain('Not with an API key.');
  });

  test('for people needs no script, no style of its own and nobody else', async () => {
    const reply = await server.send({ url: '/api/docs' });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).not.toMatch(/<script|<style|style=|https?:\/\//);
    for (const name of Object.keys(api)) expect(reply.body).toContain(`<article id="${name}">`);
    const style = await server.send({ url: '/api/docs/reference.css' });
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });
});
