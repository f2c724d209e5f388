import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { useAdoptSession } from '../../../platform/session.ts';
import { drawCrop } from './crop-canvas.tsx';
import type { Crop } from './crop.ts';
import { profileTexts } from './profile.es.ts';
import { uploadAvatar } from './profile.api.ts';

/** Pixels of the square that is sent: the largest that the server keeps. */
const SENT = 512;

/** Sends the square of a picture once at a time. `progress`: 0 to 1, null while nothing is under way. */
export function useUpload(picture: ImageBitmap, onDone: () => void) {
  const t = useTexts(profileTexts);
  const adopt = useAdoptSession();
  const client = useQueryClient();
  const tell = useTellUploadFailure();
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);

  async function send(crop: Crop) {
    const controller = new AbortController();
    sending.current = controller;
    setProgress(0);
    try {
      const square = await squareOf(picture, crop);
      const { session } = await uploadAvatar(square, { onProgress: setProgress, signal: controller.signal });
      adopt(session);
      void client.invalidateQueries({ queryKey: ['users'] });
      notify.success(t('avatar.updated'));
      onDone();
    } catch (error) {
      if (!controller.signal.aborted) tell(error);
    } finally {
      setProgress(null);
    }
  }
  return { send, progress, cancel: () => sending.current?.abort() };
}

async function squareOf(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SENT;
  canvas.height = SENT;
  drawCrop(canvas, picture, crop);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  // A browser that cannot write WebP writes PNG, which is as good.
  canvas.toBlob(resolve, 'image/webp', 0.92);
  const square = await promise;
  if (!square) throw new Error('the canvas could not be written');
  return square;
}

/** What can go wrong with an upload, in words. */
function useTellUploadFailure() {
  const t = useTexts(profileTexts);
  const { language } = useLanguage();
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'server.failed') {
      notify.error(t('avatar.unexpected'));
      return;
    }
    if (error.code === 'session.required') {
      notify.error(t('avatar.signedOut'));
      return;
    }
    const title = error.code.startsWith('network.') ? t('avatar.uploadFailed') : t('avatar.updateFailed');
    void errorText(error, language).then((description) => notify.error(title, { description }));
  };
}
