import { RATE_FILE_MAX_BYTES } from '@atalaya/contract/exchange-limits';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { UploadModal } from '../../../shared/upload-modal.tsx';
import { uploadRates, useRatesChanged } from './exchange-rates.api.ts';
import { exchangeRatesTexts } from './exchange-rates.es.ts';

/** Takes a file of the European Central Bank. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(exchangeRatesTexts);
  const changed = useRatesChanged();
  return (
    <UploadModal
      texts={{
        title: t('uploading.title'),
        close: t('close'),
        file: t('uploading.file'),
        choose: t('uploading.choose'),
        instructions: t('uploading.instructions'),
        busy: t('uploading.busy'),
        hint: t('uploading.hint'),
        rejected: t('uploading.rejected'),
      }}
      accept={['.csv', '.xml', 'text/csv', 'text/xml', 'application/xml']}
      maxBytes={RATE_FILE_MAX_BYTES}
      send={uploadRates}
      onSent={({ changed: count }) => {
        if (count > 0) notify.success(t('uploading.done', { count }));
        else notify.info(t('uploading.known'));
        onClose();
      }}
      onSettled={changed}
      onClose={onClose}
    />
  );
}
