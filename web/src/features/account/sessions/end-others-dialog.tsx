import { Checkbox } from '@atalaya/ui/checkbox';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { ownSessionsQuery, trustedBrowsersQuery } from './sessions.api.ts';
import { sessionsTexts } from './sessions.es.ts';

type Values = { trusted_browsers: boolean; api_keys: boolean };

/** Signs out everywhere but here, and ends trusted browsers and keys, unless one says otherwise. */
export function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(sessionsTexts);
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { trusted_browsers: true, api_keys: true } });
  return (
    <FormDialog
      form={form}
      danger
      title={t('own.confirmOthers')}
      description={t('own.othersConsequence')}
      submitLabel={t('own.endOthers')}
      onClose={onClose}
      send={({ trusted_browsers, api_keys }) =>
        call('endOtherSessions', {
          query: { trusted_browsers: `${trusted_browsers}`, api_keys: `${api_keys}` },
        })
      }
      onSent={() => {
        notify.success(t('own.othersEnded'));
        void client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
        void client.invalidateQueries({ queryKey: trustedBrowsersQuery.queryKey });
        void client.invalidateQueries({ queryKey: ['api-keys'] });
        onClose();
      }}
    >
      <div className="grid gap-3">
        <Checkbox
          label={t('own.alsoBrowsers')}
          hint={t('own.alsoBrowsersHint')}
          {...form.register('trusted_browsers')}
        />
        <Checkbox label={t('own.alsoKeys')} hint={t('own.alsoKeysHint')} {...form.register('api_keys')} />
      </div>
    </FormDialog>
  );
}
