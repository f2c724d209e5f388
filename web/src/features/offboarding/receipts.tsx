import { Button, buttonClass } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { type MadeReceipt, receiptAddress, receiptPdfAddress, receiptsQuery } from './offboarding.api.ts';
import { offboardingTexts } from './offboarding.es.ts';

/** What an offboarding has left: a receipt for each person. */
export function MadeReceipts({ receipts, onClose }: { receipts: MadeReceipt[]; onClose: () => void }) {
  const t = useTexts(offboardingTexts);
  const count = receipts.length;
  return (
    <Modal
      open
      onClose={onClose}
      title={t('done.title', { count })}
      description={t('done.description', { count })}
      closeLabel={t('close')}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <ReceiptList receipts={receipts.map(({ id, person }) => ({ id, what: person.name }))} />
    </Modal>
  );
}

/** The receipts of a person, for who may read them. */
export function useReceipts(id: string) {
  const { may } = usePermissions();
  return useQuery({ ...receiptsQuery(id), enabled: may('users.readReceipts') });
}

/** The receipts of a person in their record; nothing where there are none. */
export function PersonReceipts({ id }: { id: string }) {
  const t = useTexts(offboardingTexts);
  const { dateTime } = useFormat();
  const headingId = useId();
  const { data, error, refetch } = useReceipts(id);
  if (error && !data) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data?.items.length) return null;
  const receipts = data.items.map((receipt) => ({
    id: receipt.id,
    what: t('receipts.when', { moment: dateTime(receipt.at), name: receipt.acted_by }),
  }));
  return (
    <section aria-labelledby={headingId} className="border-t border-line pt-4">
      <h3 id={headingId} className="font-medium">
        {t('receipts.title')}
      </h3>
      <ReceiptList receipts={receipts} />
    </section>
  );
}

function ReceiptList({ receipts }: { receipts: { id: string; what: string }[] }) {
  const t = useTexts(offboardingTexts);
  const look = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <ul className="divide-y divide-line">
      {receipts.map(({ id, what }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
          <span className="min-w-0 flex-1 basis-48 break-words">{what}</span>
          <span className="flex flex-wrap gap-2">
            <FileLink
              href={receiptPdfAddress(id)}
              aria-label={t('receipts.pdfOf', { what })}
              className={look}
            >
              {t('receipts.pdf')}
            </FileLink>
            <FileLink href={receiptAddress(id)} aria-label={t('receipts.jsonOf', { what })} className={look}>
              {t('receipts.json')}
            </FileLink>
          </span>
        </li>
      ))}
    </ul>
  );
}
