import { AVATAR_BYTES } from '@atalaya/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import { uploadFile } from '../../../platform/api/upload.ts';

/** Where the person is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call('listOwnSessions', { signal }),
});

/** Where the person is asked for no second factor. */
export const trustedBrowsersQuery = queryOptions({
  queryKey: ['own-factors', 'trusted-browsers'],
  queryFn: ({ signal }) => call('listTrustedBrowsers', { signal }),
});

/** Why a file cannot become a picture, before anything is sent; null: it can. */
export function refuseFile(file: File): 'notImage' | 'tooLarge' | null {
  if (!file.type.startsWith('image/')) return 'notImage';
  return file.size > AVATAR_BYTES ? 'tooLarge' : null;
}

type Upload = { onProgress: (share: number) => void; signal: AbortSignal };

/** Sends one's own picture. @throws ApiError; an AbortError where it was given up */
export const uploadAvatar = (picture: Blob, upload: Upload) =>
  uploadFile('uploadAvatar', picture, 'avatar', upload);
