import { AVATAR_BYTES } from '@atalaya/contract/limits';
import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import type { ErrorBody } from '@atalaya/contract/errors';
import type { Session } from '@atalaya/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';

/** Where the person is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call('listOwnSessions', { signal }),
});

/** Why a file cannot become a picture, before anything is sent (specification, section 5); null: it can. */
export function refuseFile(file: File): 'notImage' | 'tooLarge' | null {
  if (!file.type.startsWith('image/')) return 'notImage';
  return file.size > AVATAR_BYTES ? 'tooLarge' : null;
}

type Upload = { onProgress: (share: number) => void; signal: AbortSignal };

/**
 * Sends one's own picture. `onProgress` is told how much has gone, 0 to 1: fetch cannot tell that.
 * @throws ApiError; an AbortError where it was given up
 */
export function uploadAvatar(picture: Blob, { onProgress, signal }: Upload): Promise<{ session: Session }> {
  const [method = '', path = ''] = CLIENT_PATHS.uploadAvatar.split(' ');
  const { promise, resolve, reject } = Promise.withResolvers<{ session: Session }>();
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', picture, 'avatar');
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
  request.addEventListener('load', () => {
    const body = parsed(request.responseText);
    if (request.status === 200 && body) resolve(body as { session: Session });
    else reject(new ApiError(request.status, (body as ErrorBody | null) ?? { code: 'network.unreadable' }));
  });
  request.addEventListener('error', () => reject(new ApiError(0, { code: 'network.offline' })));
  request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
  signal.addEventListener('abort', () => request.abort());
  request.open(method, path);
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
