import { AVATAR_BYTES } from '@atalaya/contract/limits';
import { uploadFile } from '../../../platform/api/upload.ts';

/** Why a file cannot become a picture, before anything is sent; null: it can. */
export function refuseFile(file: File): 'notImage' | 'tooLarge' | null {
  if (!file.type.startsWith('image/')) return 'notImage';
  return file.size > AVATAR_BYTES ? 'tooLarge' : null;
}

type Upload = { onProgress: (share: number) => void; signal: AbortSignal };

/** Sends one's own picture. @throws ApiError; an AbortError where it was given up */
export const uploadAvatar = (picture: Blob, upload: Upload) =>
  uploadFile('uploadAvatar', picture, 'avatar', upload);
