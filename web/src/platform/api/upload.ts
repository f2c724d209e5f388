import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { readAnswer } from './read-answer.ts';
import type { Answer, UploadName } from './route-shapes.ts';
import { watchSilence } from './until-silent.ts';

type Upload = {
  onProgress: (share: number) => void;
  signal: AbortSignal;
  query?: Record<string, string> | undefined;
};

/**
 * Sends one file to a route of the contract. `onProgress` is told how much has gone, 0 to 1: fetch cannot tell that.
 * @throws ApiError; an AbortError where it was given up
 */
export function uploadFile<Name extends UploadName>(
  name: Name,
  file: Blob,
  filename: string,
  { onProgress, signal, query }: Upload,
): Promise<Answer<Name>> {
  // Given up before there was anything to send.
  if (signal.aborted) return Promise.reject(signal.reason);
  const [method = '', path = ''] = CLIENT_PATHS[name].split(' ');
  const { promise, resolve, reject } = Promise.withResolvers<Answer<Name>>();
  const address = addressOf(path, { query });
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', file, filename);
  const silence = watchSilence(() => {
    reject(new ApiError(0, { code: 'network.silent' }));
    request.abort();
  });
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    silence.heard();
    onProgress(total ? loaded / total : 0);
  });
  request.addEventListener('loadend', silence.end);
  request.addEventListener('load', () => {
    const { status, responseText: text, responseURL } = request;
    const redirected = responseURL !== new URL(address, location.href).href;
    try {
      resolve(readAnswer(name, { status, text, redirected }) as Answer<Name>);
    } catch (error) {
      reject(error);
    }
  });
  request.addEventListener('error', () => reject(new ApiError(0, { code: 'network.offline' })));
  request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
  signal.addEventListener('abort', () => request.abort());
  request.open(method, address);
  request.setRequestHeader('accept', 'application/json');
  request.send(form);
  return promise;
}
