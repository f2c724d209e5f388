import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Names that no other test has, so that tests sharing a server never meet each other's rows. */
export const unique = () => randomUUID().slice(0, 8);

async function send<T>(page: Page, method: 'POST' | 'PATCH', path: string, data: object): Promise<T> {
  const origin = new URL(page.url() === 'about:blank' ? await baseOf(page) : page.url()).origin;
  const reply = await page.context().request.fetch(`${origin}${path}`, { method, data, headers: { origin } });
  if (!reply.ok()) throw new Error(`${method} ${path}: ${String(reply.status())} ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** A page that has not been anywhere yet first goes to the public start, to learn where the server is. */
async function baseOf(page: Page): Promise<string> {
  await page.goto('/app');
  return page.url();
}

export type MadeUser = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  job_title: string | null;
  version: number;
};

/** Adds a person as the user who is signed in on the page. */
export async function addUser(
  page: Page,
  values: { first_name?: string; role?: string; email?: string; job_title?: string } = {},
): Promise<MadeUser> {
  const name = unique();
  return send<MadeUser>(page, 'POST', '/api/users', {
    first_name: values.first_name ?? 'Persona',
    last_name: name,
    email: values.email ?? `persona-${name}@example.test`,
    role: values.role ?? 'user',
    ...(values.job_title ? { job_title: values.job_title } : {}),
  });
}

/** Changes a person as the user who is signed in on the page. */
export function changeUser(page: Page, user: MadeUser, change: object): Promise<MadeUser> {
  return send<MadeUser>(page, 'PATCH', `/api/users/${user.id}`, { version: user.version, ...change });
}
