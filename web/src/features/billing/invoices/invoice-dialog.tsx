import { eInvoiceGap } from '@atalaya/contract/e-invoice';
import { isRectifiable } from '@atalaya/contract/invoice-states';
import { Button } from '@atalaya/ui/button';
import { MenuItem } from '@atalaya/ui/menu';
import { Modal } from '@atalaya/ui/modal';
import { Link } from '@tanstack/react-router';
import { Download, FileCheck, FileCode, FilePen, FileX, History, Printer } from 'lucide-react';
import { useRef } from 'react';
import { errorTexts } from '../../../platform/messages/errors.es.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';
import { MoreActions } from '../../../shared/more-actions.tsx';
import { saveFrom } from '../../../shared/save-file.ts';
import { useOpenTitle } from '../../../shared/use-open-title.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, eInvoiceAddress, facturaeAddress, pdfAddress } from '../billing.api.ts';
import { receiptTexts } from './receipt.es.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';

type InvoiceDialogProps = {
  invoice: InvoiceDetail;
  /** Of another invoice, by id. */
  onOpen: (id: string) => void;
  onDialog: (dialog: 'pay' | 'rectify' | 'annul' | 'receive') => void;
  /** Of a payment, by id. */
  onRefund: (payment: string) => void;
  onClose: () => void;
};

const print = () => globalThis.print();

/** An invoice as it was issued, and what was paid of it. What is done first is to pay it, and where that is done to print it. */
export function InvoiceDialog({ invoice, onOpen, onDialog, onRefund, onClose }: InvoiceDialogProps) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  const main = useRef<HTMLButtonElement>(null);
  const { kind, code, outstanding_cents } = invoice;
  const title = t(`invoice.${kind}`, { code });
  const isOwed = may('invoices.pay') && outstanding_cents !== 0;
  useOpenTitle(title);
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title={title}
      closeLabel={t('close')}
      initialFocus={main}
      footer={
        <>
          <OtherActions invoice={invoice} prints={isOwed} onDialog={onDialog} />
          {isOwed ? (
            <Button ref={main} onClick={() => onDialog('pay')}>
              {t(outstanding_cents < 0 ? 'invoice.refund' : 'invoice.pay')}
            </Button>
          ) : (
            <Button ref={main} icon={<Printer size={16} />} onClick={print}>
              {t('invoice.print')}
            </Button>
          )}
        </>
      }
    >
      <InvoiceSheet invoice={invoice} onOpen={onOpen} onRefund={onRefund} />
    </Modal>
  );
}

type OtherActionsProps = Pick<InvoiceDialogProps, 'invoice' | 'onDialog'> & { prints: boolean };

function OtherActions({ invoice, prints, onDialog }: OtherActionsProps) {
  const { id, status } = invoice;
  const t = useTexts(billingTexts);
  const receipt = useTexts(receiptTexts);
  const { may, scopeOf } = usePermissions();
  const notifyFailure = useNotifyFailure();
  const canRectify = may('invoices.rectify') && isRectifiable(invoice);
  const isUntouched = invoice.paid_cents === 0 && invoice.rectified_by.length === 0;
  return (
    <div className="mr-auto grow-0!">
      <MoreActions label={t('invoice.more')}>
        <MenuItem icon={<Download />} onSelect={() => void saveFrom(pdfAddress(id)).catch(notifyFailure)}>
          {t('invoice.download')}
        </MenuItem>
        <EInvoiceItem invoice={invoice} />
        {/* For Spanish administrations alone. */}
        {invoice.currency === 'EUR' || invoice.exchange ? <FacturaeItem invoice={invoice} /> : null}
        {prints ? (
          <MenuItem icon={<Printer />} onSelect={print}>
            {t('invoice.print')}
          </MenuItem>
        ) : null}
        {may('invoices.receive') && status !== 'annulled' ? (
          <MenuItem icon={<FileCheck />} onSelect={() => onDialog('receive')}>
            {receipt(scopeOf('invoices.receive') === 'all' ? 'record' : 'accept')}
          </MenuItem>
        ) : null}
        {canRectify ? (
          <MenuItem icon={<FilePen />} onSelect={() => onDialog('rectify')}>
            {t('invoice.rectify')}
          </MenuItem>
        ) : null}
        {canRectify && isUntouched ? (
          <MenuItem icon={<FileX />} onSelect={() => onDialog('annul')}>
            {t('invoice.annul')}
          </MenuItem>
        ) : null}
        {may('audit.export') ? (
          <MenuItem icon={<History />} render={<Link to="/admin/audit" search={{ object: id }} />}>
            {t('invoice.history')}
          </MenuItem>
        ) : null}
      </MoreActions>
    </div>
  );
}

/** What the invoice lacks for it is said where it would be downloaded. */
function EInvoiceItem({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
  const why = useTexts(errorTexts);
  const notifyFailure = useNotifyFailure();
  const gap = eInvoiceGap(invoice);
  return (
    <MenuItem
      icon={<FileCode />}
      disabled={gap !== null}
      reason={gap ? why(gap) : undefined}
      onSelect={() => void saveFrom(eInvoiceAddress(invoice.id)).catch(notifyFailure)}
    >
      {t('invoice.downloadUbl')}
    </MenuItem>
  );
}

function FacturaeItem({ invoice: { id, facturae_gap } }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const notifyFailure = useNotifyFailure();
  return (
    <MenuItem
      icon={<FileCode />}
      disabled={facturae_gap !== null}
      reason={facturae_gap?.[language]}
      onSelect={() => void saveFrom(facturaeAddress(id)).catch(notifyFailure)}
    >
      {t('invoice.downloadFacturae')}
    </MenuItem>
  );
}
