import { Button, buttonClass } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Link } from '@tanstack/react-router';
import { History, Printer } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { useOpenTitle } from '../../../shared/use-open-title.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, pdfAddress } from '../billing.api.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';

type InvoiceDialogProps = {
  invoice: InvoiceDetail;
  /** Of another invoice, by id. */
  onOpen: (id: string) => void;
  onDialog: (dialog: 'pay' | 'void') => void;
  onClose: () => void;
};

/** An invoice as it was issued, what was paid of it, and what can be done to it. */
export function InvoiceDialog({ invoice, onOpen, onDialog, onClose }: InvoiceDialogProps) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  const print = useRef<HTMLButtonElement>(null);
  const { kind, code, status, outstanding_cents } = invoice;
  const title = t(`invoice.${kind}`, { code });
  useOpenTitle(title);
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title={title}
      closeLabel={t('close')}
      initialFocus={print}
      footer={
        <>
          {may('audit.export') ? (
            <Link
              to="/admin/audit"
              search={{ object: invoice.id }}
              className={buttonClass({ variant: 'ghost' })}
            >
              <History size={16} aria-hidden />
              {t('invoice.history')}
            </Link>
          ) : null}
          {may('invoices.void') && kind === 'standard' && status !== 'void' ? (
            <Button variant="outline" onClick={() => onDialog('void')}>
              {t('invoice.void')}
            </Button>
          ) : null}
          {may('invoices.pay') && outstanding_cents !== 0 ? (
            <Button variant="outline" onClick={() => onDialog('pay')}>
              {t(outstanding_cents < 0 ? 'invoice.refund' : 'invoice.pay')}
            </Button>
          ) : null}
          <FileLink href={pdfAddress(invoice.id)} className={buttonClass({ variant: 'outline' })}>
            {t('invoice.download')}
          </FileLink>
          <Button ref={print} icon={<Printer size={16} />} onClick={() => globalThis.print()}>
            {t('invoice.print')}
          </Button>
        </>
      }
    >
      <InvoiceSheet invoice={invoice} onOpen={onOpen} />
    </Modal>
  );
}
