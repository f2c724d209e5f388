import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useId } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { DateAndTime } from '../../../shared/date-and-time.tsx';
import { useOpenTitle } from '../../../shared/use-open-title.ts';
import { FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { MandateBadge } from './mandate-columns.tsx';
import type { MandateDetail } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';

type MandateDialogProps = {
  mandate: MandateDetail;
  /** null: nothing of it can be changed. */
  onDialog: ((dialog: 'amend' | 'cancel') => void) | null;
  onClose: () => void;
};

/** A mandate as it is, and what happened to it. */
export function MandateDialog({ mandate, onDialog, onClose }: MandateDialogProps) {
  const t = useTexts(mandatesTexts);
  const { day } = useBillingFormat();
  const { reference, organization, type, use, used_on, is_last } = mandate;
  useOpenTitle(reference);
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={reference}
      description={organization.name}
      closeLabel={t('close')}
      startsAtTitle
      footer={
        onDialog ? (
          <>
            <Button variant="outline" onClick={() => onDialog('cancel')}>
              {t('canceling.open')}
            </Button>
            <Button onClick={() => onDialog('amend')}>{t('amending.open')}</Button>
          </>
        ) : null
      }
    >
      <div className="grid gap-6">
        <FactList
          facts={[
            [t('fields.status'), <MandateBadge key="status" status={mandate.status} />],
            [t('fields.debtor_name'), mandate.debtor_name],
            [t('fields.iban'), mandate.iban],
            [t('fields.bic'), mandate.bic ?? t('none')],
            [t('fields.type'), t(`typesLong.${type}`)],
            [t('fields.use'), t(`uses.${use}`)],
            [t('fields.signed_on'), day(mandate.signed_on)],
            [t('fields.used_on'), used_on === null ? t('none') : day(used_on)],
            [t('fields.expires_on'), day(mandate.expires_on)],
            [t('fields.is_last'), t(is_last ? 'yes' : 'no')],
          ]}
        />
        <History events={mandate.events} />
      </div>
    </Modal>
  );
}

function History({ events }: Pick<MandateDetail, 'events'>) {
  const t = useTexts(mandatesTexts);
  const heading = useId();
  const shown = (value: string | null) => {
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no');
    return value ?? t('none');
  };
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="font-semibold">
        {t('history.title')}
      </h3>
      <ol className="divide-y divide-line">
        {events.map(({ id, kind, changes, reason, created_at }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{t(`history.${kind}`)}</span>
              <span className="text-sm text-muted">
                <DateAndTime value={created_at} />
              </span>
            </p>
            {reason ? <p className="text-sm wrap-anywhere">{reason}</p> : null}
            {changes.map(({ field, before, after }) => (
              <p key={field} className="text-sm wrap-anywhere">
                {t('history.change', {
                  field: t(`fields.${field}` as 'fields.iban'),
                  before: shown(before),
                  after: shown(after),
                })}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
