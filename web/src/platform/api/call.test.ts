import { afterEach, expect, test, vi } from 'vitest';
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

test.each([
  [
    409,
    '{"code":"user.email_taken","request_id":"r1"}',
    { code: 'user.email_taken', status: 409, request_id: 'r1' },
  ],
  [502, '<html>', { code: 'network.unreadable', status: 502 }],
  [200, '<html>', { code: 'network.unreadable' }],
])('%i with %s fails with its code', async (status, body, expected) => {
  answer(status, body);
  await expect(call('readSession')).rejects.toMatchObject(expected);
});

test('no answer at all is a lost connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call('readSession')).rejects.toMatchObject({ code: 'network.offline', status: 0 });
});

test('a call that was given up is not a lost connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')));
  await expect(call('readSession', { signal: AbortSignal.abort() })).rejects.toThrow(DOMException);
});
