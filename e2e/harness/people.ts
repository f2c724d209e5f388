import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ask } from './ask.ts';

/** Names that no other test has, so that tests sharing a server never meet each other's rows. */
export const unique = () => randomUUID().slice(0, 8);

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
  return ask<MadeUser>(page, 'POST', '/api/users', {
    first_name: values.first_name ?? 'Persona',
    last_name: name,
    email: values.email ?? `persona-${name}@example.test`,
    role: values.role ?? 'user',
    ...(values.job_title ? { job_title: values.job_title } : {}),
  });
}

/** Changes a person as the user who is signed in on the page. */
export function changeUser(page: Page, user: MadeUser, change: object): Promise<MadeUser> {
  return ask<MadeUser>(page, 'PATCH', `/api/users/${user.id}`, { version: user.version, ...change });
}
