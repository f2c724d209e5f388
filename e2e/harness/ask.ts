import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type File = { name: string; mimeType: string; buffer: Buffer };
/** What is sent: values, or a file. */
export type Body = { data?: object | undefined; multipart?: { file: File } };

const servers = new WeakMap<BrowserContext, string>();

/** Says which server the pages of a context are of, for `ask`. */
export function pointAt(context: BrowserContext, server: string): void {
  servers.set(context, server);
}

/** The address of the server, also of a page that has not been anywhere yet. */
const serverOf = (page: Page) => servers.get(page.context()) ?? new URL(page.url()).origin;

/**
 * Asks the server as the person who is signed in on the page, past its screens, and gives what it answers.
 * Throws with the answer where it refuses.
 */
export function ask<T = { id: string }>(page: Page, method: Method, path: string, data?: object): Promise<T> {
  return askWith<T>(page.context().request, serverOf(page), method, path, { data });
}

/** The same with a file. */
export function sendFile<T = { id: string }>(page: Page, path: string, file: File): Promise<T> {
  return askWith<T>(page.context().request, serverOf(page), 'POST', path, { multipart: { file } });
}

/** The same with cookies that no page has. */
export async function askWith<T = { id: string }>(
  request: APIRequestContext,
  server: string,
  method: Method,
  path: string,
  body: Body = {},
): Promise<T> {
  const reply = await request.fetch(`${server}${path}`, { method, ...body, headers: { origin: server } });
  const text = await reply.text();
  if (!reply.ok()) throw new Error(`${method} ${path}: ${String(reply.status())} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The first that a list of the API has. Throws where it has none. */
export async function firstOf<T = { id: string }>(page: Page, list: string): Promise<T> {
  const { items } = await ask<{ items: T[] }>(page, 'GET', list);
  const [first] = items;
  if (first === undefined) throw new Error(`${list} lists nothing.`);
  return first;
}
