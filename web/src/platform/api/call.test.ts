import { CLIENT_PATHS, WITHOUT_BODY } from '@atalaya/contract/client-paths';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { addressOf, call } from './call.ts';
import { ANSWER_FORMS, silentFetch } from './testing/answer-forms.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

const anything = { params: { id: 'a', session_id: 'b', file_id: 'c', token: 'd', provider: 'e' }, body: {} };

const callAnything = (name: string) =>
  (call as (name: string, parts: object) => Promise<unknown>)(name, anything);

test.each(ANSWER_FORMS)(
  '%s: every call of the contract fails with its code',
  async (_form, fetched, code) => {
    vi.stubGlobal('fetch', fetched);
    const ended = await Promise.all(
      Object.keys(CLIENT_PATHS).map((name) =>
        callAnything(name).then(
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
  },
);

test.each([202, 204])('%i without a body is an answer of the routes that say so alone', async (status) => {
  answer(status, null);
  const names = Object.keys(CLIENT_PATHS);
  const answered = await Promise.all(
    names.map((name) =>
      callAnything(name).then(
        (body) => body === undefined,
        () => false,
      ),
    ),
  );
  const meant = Object.entries(WITHOUT_BODY).flatMap(([name, empty]) => (empty === status ? [name] : []));
  expect(new Set(names.filter((_, at) => answered[at]))).toEqual(new Set(meant));
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

test('a server that says nothing for longer than it works on anything is told of as silent', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silentFetch);
  const ended = call('readSession').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(74_000);
  expect(await Promise.race([ended, Promise.resolve('still waits')])).toBe('still waits');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ended).toMatchObject({ name: 'ApiError', code: 'network.silent', status: 0 });
  expect(vi.getTimerCount()).toBe(0);
});
