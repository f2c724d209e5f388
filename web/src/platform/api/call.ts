import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import type { RouteName } from '@atalaya/contract/api';
import { type RawAnswer, readAnswer } from './read-answer.ts';
import type { Answer, CallArguments } from './route-shapes.ts';
import { untilSilent } from './until-silent.ts';

type LooseParts = {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/** The address of a route: parameters filled in and escaped, undefined query fields left out. */
export function addressOf(path: string, parts: Pick<LooseParts, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Sends, and reads the answer to its end: a connection can break at any point of it. */
async function send(method: string, address: string, parts: LooseParts): Promise<RawAnswer> {
  // A redirect is never ours: followed, it would bring the sign-in page of a proxy.
  const init: RequestInit = { method, headers: { accept: 'application/json' }, redirect: 'manual' };
  if (parts.body !== undefined) {
    init.body = JSON.stringify(parts.body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  return untilSilent(parts.signal, async (signal, heard) => {
    const response = await fetch(address, { ...init, signal });
    heard();
    const redirected = response.type === 'opaqueredirect';
    return { status: response.status, text: await response.text(), redirected };
  });
}

/**
 * Calls a route of the contract by its name: `call('readUser', { params: { id } })`.
 *
 * @throws ApiError with the server's code, or one for what was met on the way to it; nothing else, but for what the
 * caller gave up by its signal
 */
export async function call<Name extends RouteName>(
  name: Name,
  ...parts: CallArguments<Name>
): Promise<Answer<Name>> {
  const [method = 'GET', path = ''] = CLIENT_PATHS[name].split(' ');
  const loose: LooseParts = (parts[0] as LooseParts | undefined) ?? {};
  const answer = await send(method, addressOf(path, loose), loose);
  return readAnswer(name, answer) as Answer<Name>;
}
