import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import type { RouteName } from '@atalaya/contract/api';
import type { ErrorBody } from '@atalaya/contract/errors';
import { ApiError } from './api-error.ts';
import type { Answer, CallArguments } from './route-shapes.ts';

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

async function send(method: string, address: string, parts: LooseParts): Promise<Response> {
  const init: RequestInit = { method, headers: { accept: 'application/json' } };
  if (parts.body !== undefined) {
    init.body = JSON.stringify(parts.body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  if (parts.signal) init.signal = parts.signal;
  try {
    return await fetch(address, init);
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'network.offline' });
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'code' in body) {
    return new ApiError(response.status, body as ErrorBody);
  }
  return new ApiError(response.status, { code: 'network.unreadable' });
}

/**
 * Calls a route of the contract by its name: `call('readUser', { params: { id } })`.
 *
 * @throws ApiError with the server's code, or `network.offline` where no answer came.
 */
export async function call<Name extends RouteName>(
  name: Name,
  ...parts: CallArguments<Name>
): Promise<Answer<Name>> {
  const [method = 'GET', path = ''] = CLIENT_PATHS[name].split(' ');
  const loose: LooseParts = (parts[0] as LooseParts | undefined) ?? {};
  const response = await send(method, addressOf(path, loose), loose);
  if (!response.ok) throw await failureOf(response);
  if (response.status === 204) return undefined as Answer<Name>;
  const text = await response.text();
  try {
    return (text === '' ? undefined : JSON.parse(text)) as Answer<Name>;
  } catch {
    throw new ApiError(response.status, { code: 'network.unreadable' });
  }
}
