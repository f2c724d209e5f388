import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/** What the program keeps to itself until it exchanges its code. */
export const VERIFIER = 'v'.repeat(43);

export type Wish = { client_id: string; redirect_uri: string; path: string };

/** A program that registers itself, on this machine, and where it sends the person. */
export async function wishOf(page: Page, name = 'Claude'): Promise<Wish> {
  const { origin } = new URL(page.url());
  // A page that is there: the browser goes on to it.
  const redirect_uri = `${origin}/kit`;
  const answer = await page.request.post(`${origin}/oauth/register`, {
    data: { client_name: name, redirect_uris: [redirect_uri] },
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const wish = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'st',
    prompt: 'consent',
  });
  return { client_id, redirect_uri, path: `/oauth/authorize?${wish.toString()}` };
}

export const askToBeLetIn = async (page: Page): Promise<string> => (await wishOf(page)).path;
