import { api } from '@atalaya/contract/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import type { UploadName } from './route-shapes.ts';
import { ANSWER_FORMS } from './testing/answer-forms.ts';
import { uploadFile } from './upload.ts';

const HERE = 'https://atalaya.test/admin';
const UPLOADS = (Object.keys(api) as (keyof typeof api)[]).filter((name) => 'file' in api[name]);

beforeEach(() => vi.stubGlobal('location', { href: HERE }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The browser's request as far as an upload uses it: it ends with the answer, or with `error` where that breaks off. */
function answerUploads(answer: () => Promise<Response>, redirectedTo?: string) {
  const sent: { method: string; address: string; headers: string[]; body: FormData }[] = [];
  class Request extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    responseURL = '';
    #started = { method: '', address: '', headers: [] as string[] };
    open(method: string, address: string) {
      this.#started = { method, address, headers: [] };
    }
    setRequestHeader(name: string, value: string) {
      this.#started.headers.push(`${name}: ${value}`);
    }
    abort() {
      this.dispatchEvent(new Event('abort'));
      this.dispatchEvent(new Event('loadend'));
    }
    send(body: FormData) {
      sent.push({ ...this.#started, body });
      void this.#receive();
    }
    async #receive() {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }));
      try {
        const response = await answer();
        this.responseText = await response.text();
        this.status = response.status;
        this.responseURL = redirectedTo ?? new URL(this.#started.address, HERE).href;
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
      this.dispatchEvent(new Event('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

function upload(name: string, signal = new AbortController().signal) {
  const told: number[] = [];
  const file = new Blob(['Nombre;Email']);
  const parts = { onProgress: (share: number) => told.push(share), signal, query: { resource: 'users' } };
  return { told, ended: uploadFile(name as UploadName, file, 'gente.csv', parts) };
}

/** How an upload fails: by its code, or by what else became of it. */
const codeOf = (name: string) =>
  upload(name).ended.then(
    () => `${name} is taken for answered`,
    (error: unknown) => (error instanceof ApiError ? error.code : `${name} throws ${String(error)}`),
  );

test('the file goes as a form, what has gone is told, and the answer is what the server says', async () => {
  const sent = answerUploads(async () => Response.json({ id: '7' }, { status: 201 }));
  const { told, ended } = upload('createImport');
  expect(await ended).toEqual({ id: '7' });
  expect(told).toEqual([0.5]);
  expect(sent).toMatchObject([
    { method: 'POST', address: '/api/imports?resource=users', headers: ['accept: application/json'] },
  ]);
  expect(sent[0]?.body.get('file')).toHaveProperty('name', 'gente.csv');
});

test.each([
  ...ANSWER_FORMS,
  ['204', async () => new Response(null, { status: 204 }), 'network.unreadable'],
  ['202 with nothing', async () => new Response(null, { status: 202 }), 'network.unreadable'],
] satisfies typeof ANSWER_FORMS)('%s: every upload fails with its code', async (_form, answer, code) => {
  expect(UPLOADS.length).toBeGreaterThan(2);
  answerUploads(answer);
  const ended = await Promise.all(UPLOADS.map(codeOf));
  expect(new Set(ended)).toEqual(new Set([code]));
});

test('an answer from another address than the one asked is the sign-in page of a proxy', async () => {
  answerUploads(async () => Response.json({ id: '7' }), 'https://login.proxy.test/');
  const ended = await Promise.all(UPLOADS.map(codeOf));
  expect(new Set(ended)).toEqual(new Set(['network.unreadable']));
});

test('an upload that was given up is not a lost connection', async () => {
  answerUploads(() => new Promise(() => undefined));
  const controller = new AbortController();
  const { ended } = upload('uploadAvatar', controller.signal);
  controller.abort();
  await expect(ended).rejects.toThrow(DOMException);
  await expect(upload('uploadAvatar', AbortSignal.abort()).ended).rejects.toThrow(DOMException);
});

test('an upload to a server that says nothing more is told of as silent', async () => {
  vi.useFakeTimers();
  answerUploads(() => new Promise(() => undefined));
  const ended = upload('createImport').ended.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(await ended).toMatchObject({ code: 'network.silent' });
  expect(vi.getTimerCount()).toBe(0);
});
