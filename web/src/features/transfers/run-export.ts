import type { ErrorCode } from '@atalaya/contract/errors';
import { ApiError } from '../../platform/api/api-error.ts';
import { addressOf, call } from '../../platform/api/call.ts';
import type { CallParts } from '../../platform/api/route-shapes.ts';
import { errorText } from '../../platform/messages/error-text.ts';
import type { Language } from '../../platform/messages/chosen-language.ts';
import { loadTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { pollUntil } from '../../shared/poll-until.ts';
import { runFromToast } from '../../shared/run-from-toast.ts';
import { saveFrom } from '../../shared/save-file.ts';
import { transferNewsTexts } from './transfer-news.es.ts';
import { isOver } from './transfers.api.ts';

export type ExportRequest = CallParts<'createExport'>['body']['what'];

/** Where the browser downloads the file of an export from. */
export const fileAddress = (id: string) => addressOf('/api/transfers/{id}/file', { params: { id } });

/**
 * Begins an export and tells of it, now and when its file is ready, on any screen that is open by then.
 * @param onStart is called once the server has taken it
 * @param onProgress goes to the list of exports
 */
export async function runExport(
  what: ExportRequest,
  language: Language,
  { onStart, onProgress }: { onStart: () => void; onProgress: () => void },
) {
  const t = await loadTexts(transferNewsTexts, language);
  try {
    const transfer = await call('createExport', { body: { what } });
    onStart();
    notify.info(t('started'), {
      description: t('startedBody'),
      action: { label: t('progress'), onClick: onProgress },
    });
    const done = await pollUntil(transfer, isOver, () =>
      call('readTransfer', { params: { id: transfer.id } }),
    );
    if (done.state === 'canceled') return;
    if (done.state === 'failed')
      throw new ApiError(409, { code: (done.problem ?? 'server.failed') as ErrorCode });
    notify.success(t('ready', { file: done.file_name }), {
      description: t('readyBody', { count: done.processed }),
      duration: 0,
      // It comes by itself: what is just being read, or pressed, stays.
      alone: false,
      action: {
        label: t('download'),
        onClick: () =>
          runFromToast({
            run: () => saveFrom(fileAddress(done.id)),
            tell: (error, options) =>
              void errorText(error, language).then((text) => notify.error(text, options)),
            retryLabel: t('retry'),
          }),
      },
    });
  } catch (error) {
    notify.error(t('failed'), { description: await errorText(error, language) });
  }
}
