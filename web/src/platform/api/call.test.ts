import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { addressOf, call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: string | null) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('parameters are escaped, undefined query fields are left out', () => {
  const parts = { params: { id: '../a?b' }, query: { page: 2, search: 'a&b', role: undefined } };
  expect(addressOf('/api/users/{id}', parts)).toBe('/api/users/..%2Fa%3Fb?page=2&search=a%26b');
});

test('a call sends its method and body as JSON, and answers what the server says', async () => {
  const fetched = answer(200, '{"created":3}');
  expect(await call('seedDevelopmentAccounts', { body: {} })).toEqual({ created: 3 });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe('/api/development/accounts');
  expect(init).toMatchObject({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
});

test('an answer without a body is undefined', async () => {
  answer(204, null);
  expect(await call('signOut')).toBeUndefined();
});

test('a wish that was taken has an answer without a body, of the routes that have none alone', async () => {
  answer(202, null);
  expect(await call('requestPasswordReset', { body: { email: 'a@example.test' } })).toBeUndefined();
  answer(202, null);
  const failed = call('cancelDataExport', { params: { id: 'a' }, body: {} });
  await expect(failed).rejects.toMatchObject({ code: 'network.unreadable' });
});

test('what the server refuses comes with its code, its fields and what is stored now', async () => {
  const refused = {
    code: 'object.stale',
    fields: [{ field: 'body.name', code: 'invalid' }],
    current: { version: 4 },
    refused: { total: 1, rows: [{ id: '1', name: 'Ana', code: 'user.self_forbidden' }] },
    request_id: 'r1',
  };
  answer(409, JSON.stringify(refused));
  await expect(call('readSession')).rejects.toMatchObject({ ...refused, status: 409 });
});

const PAGE = '<!doctype html><title>Sign in</title>';
const cut = (start: string) =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode(start));
        body.error(new TypeError('terminated'));
      },
    }),
  );
const reply = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }));

/** Whatever may come instead of an answer of ours, and what it is told as. */
const FORMS: [string, () => Promise<Response>, ApiError['code']][] = [
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'network.offline'],
  ['an answer that breaks off', () => Promise.resolve(cut('{"id":"')), 'network.offline'],
  ['a refusal that breaks off', () => Promise.resolve(cut('{"code":"user.')), 'network.offline'],
  ['500 with {}', reply(500, '{}'), 'server.failed'],
  ['500 with nothing', reply(500, ''), 'server.failed'],
  ['500 with null', reply(500, 'null'), 'server.failed'],
  ['500 with a page', reply(500, PAGE), 'server.failed'],
  ['500 with a number for a code', reply(500, '{"code":7}'), 'server.failed'],
  ['500 with a code of no version', reply(500, '{"code":"toString"}'), 'server.failed'],
  [
    '409 with the code of a newer server',
    reply(409, '{"code":"ticket.from_tomorrow"}'),
    'network.unreadable',
  ],
  [
    '400 with parts of other kinds',
    reply(400, '{"code":"request.invalid","fields":{},"params":3}'),
    'request.invalid',
  ],
  [
    '400 with half a field',
    reply(400, '{"code":"request.invalid","fields":[null,{"field":1}]}'),
    'request.invalid',
  ],
  ['502 of a balancer', reply(502, PAGE), 'server.unavailable'],
  ['503 of a balancer', reply(503, ''), 'server.unavailable'],
  ['504 of a balancer', reply(504, PAGE), 'server.unavailable'],
  ['413 of a proxy', reply(413, PAGE), 'request.too_large'],
  ['429 of a proxy', reply(429, 'Too many'), 'request.rate_limited'],
  ['403 of a firewall', reply(403, PAGE), 'network.unreadable'],
  ['401 of a proxy', reply(401, PAGE), 'network.unreadable'],
  ['404 of a proxy', reply(404, PAGE), 'network.unreadable'],
  ['200 with a page', reply(200, PAGE), 'network.unreadable'],
  ['200 with nothing', reply(200, ''), 'network.unreadable'],
  ['200 with a bare word', reply(200, '"ok"'), 'network.unreadable'],
  ['200 with null', reply(200, 'null'), 'network.unreadable'],
  ['200 with half an object', reply(200, '{"id":"3","na'), 'network.unreadable'],
];

const anything = { params: { id: 'a', session_id: 'b', file_id: 'c', token: 'd', provider: 'e' }, body: {} };

test.each(FORMS)('%s: every call of the contract fails with its code', async (_form, fetched, code) => {
  vi.stubGlobal('fetch', fetched);
  const ended = await Promise.all(
    Object.keys(CLIENT_PATHS).map((name) =>
      (call as (name: string, parts: object) => Promise<unknown>)(name, anything).then(
        () => `${name} is taken for answered`,
        (error: unknown) => {
          expect(error).toBeInstanceOf(ApiError);
          const failure = error as ApiError;
          for (const { field } of failure.fields) expect(field).toBeTypeOf('string');
          expect(failure.params).toBeTypeOf('object');
          return failure.code;
        },
      ),
    ),
  );
  expect(new Set(ended)).toEqual(new Set([code]));
});

test('a redirect is not followed: it leads to the sign-in of a proxy', async () => {
  const redirect = new Response(null);
  Object.defineProperty(redirect, 'type', { value: 'opaqueredirect' });
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => redirect);
  vi.stubGlobal('fetch', fetched);
  await expect(call('readSession')).rejects.toMatchObject({ code: 'network.unreadable' });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
});

test('a call that was given up is not a lost connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')));
  await expect(call('readSession', { signal: AbortSignal.abort() })).rejects.toThrow(DOMException);
});
