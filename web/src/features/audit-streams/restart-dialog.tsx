import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { localDay } from '../../shared/local-day.ts';
import { type AuditStream, restartStream, useStreamsChanged } from './audit-streams.api.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';
import { StartFields } from './start-fields.tsx';
import { type StreamValues, startOf, valuesOf } from './stream-values.ts';

type RestartDialogProps = { organization: string; stream: AuditStream; onClose: () => void };

/** Has a stream begin anew: at the beginning of the log, at a day, or now. */
export function RestartDialog({ organization, stream, onClose }: RestartDialogProps) {
  const t = useTexts(auditStreamsTexts);
  const changed = useStreamsChanged(organization);
  const form = useForm<StreamValues>({
    mode: 'onTouched',
    defaultValues: { ...valuesOf(stream, localDay()), from: 'beginning' },
  });
  return (
    <FormDialog<StreamValues, AuditStream>
      form={form}
      title={t('restarting.title')}
      description={t('restarting.note')}
      submitLabel={t('restarting.submit')}
      send={(values) => restartStream(stream.id, startOf(values))}
      onSent={() => {
        void changed();
        notify.success(t('restarting.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <StartFields form={form} />
    </FormDialog>
  );
}
