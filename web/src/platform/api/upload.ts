import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import type { RouteName } from '@atalaya/contract/api';
import type { ErrorBody } from '@atalaya/contract/errors';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import type { Answer } from './route-shapes.ts';

type Upload = {
  onProgress: (share: number) => void;
  signal: AbortSignal;
  query?: Record<string, string> | undefined;
};

/**
 * Sends one file to a route of the contract. `onProgress` is told how much has gone, 0 to 1: fetch cannot tell that.
 * @throws ApiError; an AbortError where it was given up
 */
export function uploadFile<Name extends RouteName>(
  name: Name,
  file: Blob,
  filename: string,
  { onProgress, signal, query }: Upload,
): Promise<Answer<Name>> {
  const [method = '', path = ''] = CLIENT_PATHS[name].split(' ');
  const { promise, resolve, reject } = Promise.withResolvers<Answer<Name>>();
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', file, filename);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
  request.addEventListener('load', () => {
    const body = parsed(request.responseText);
    if (request.status < 300 && body) resolve(body as Answer<Name>);
    else reject(new ApiError(request.status, (body as ErrorBody | null) ?? { code: 'network.unreadable' }));
  });
  request.addEventListener('error', () => reject(new ApiError(0, { code: 'network.offline' })));
  request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
  signal.addEventListener('abort', () => request.abort());
  // Given up before there was anything to send.
  if (signal.aborted) return Promise.reject(signal.reason);
  request.open(method, addressOf(path, { query }));
  request.setRequestHeader('accept', 'application/json');
  request.send(form);
  return promise;
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
