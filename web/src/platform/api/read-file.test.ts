import { afterEach, expect, test, vi } from 'vitest';
import { readFile } from './read-file.ts';
import { ANSWER_FORMS, silentFetch } from './testing/answer-forms.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const offered = (disposition: string) => {
  const headers = { 'content-disposition': disposition };
  return () => Promise.resolve(new Response('Código;Total', { headers }));
};

test.each([
  ['attachment; filename="facturas.csv"', 'facturas.csv'],
  [`attachment; filename*=UTF-8''a%C3%B1o%20%281%29.pdf`, 'año (1).pdf'],
])('a file comes with the name that the server gives it: %s', async (disposition, name) => {
  vi.stubGlobal('fetch', offered(disposition));
  const file = await readFile('/api/invoices/export');
  expect(file.name).toBe(name);
  expect(await file.content.text()).toBe('Código;Total');
});

test.each(ANSWER_FORMS)('%s is no file: it fails with its code', async (_form, fetched, code) => {
  vi.stubGlobal('fetch', fetched);
  await expect(readFile('/api/invoices/export')).rejects.toMatchObject({ name: 'ApiError', code });
});

test('the sign-in page that a proxy leads to is no file', async () => {
  const redirect = new Response(null);
  Object.defineProperties(redirect, { type: { value: 'opaqueredirect' }, ok: { value: false } });
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => redirect);
  vi.stubGlobal('fetch', fetched);
  await expect(readFile('/api/invoices/export')).rejects.toMatchObject({ code: 'network.unreadable' });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
});

test('a file that comes slowly is waited for, one that never comes is not', async () => {
  vi.useFakeTimers();
  const slow = new ReadableStream({
    async start(body) {
      for (const part of ['a', 'b', 'c']) {
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        body.enqueue(new TextEncoder().encode(part));
      }
      body.close();
    },
  });
  const headers = { 'content-disposition': 'attachment; filename="pagos.csv"' };
  vi.stubGlobal('fetch', async () => new Response(slow, { headers }));
  const file = readFile('/api/payments/export');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(await (await file).content.text()).toBe('abc');
  vi.stubGlobal('fetch', silentFetch);
  const ended = readFile('/api/payments/export').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(await ended).toMatchObject({ code: 'network.silent' });
});
