import { Checkbox } from '@atalaya/ui/checkbox';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { profileTexts } from '../profile/profile.es.ts';
import { ownSessionsQuery } from './sessions.api.ts';
import { trustedBrowsersQuery } from '../two-factor/two-factor.api.ts';

type Values = { trusted_browsers: boolean; api_keys: boolean };

/** Signs out everywhere but here, and ends trusted browsers and keys, unless one says otherwise. */
export function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(profileTexts);
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { trusted_browsers: true, api_keys: true } });
  return (
    <FormDialog
      form={form}
      danger
      title={t('sessions.confirmOthers')}
      description={t('sessions.othersConsequence')}
      submitLabel={t('sessions.endOthers')}
      onClose={onClose}
      send={({ trusted_browsers, api_keys }) =>
        call('endOtherSessions', {
          query: { trusted_browsers: `${trusted_browsers}`, api_keys: `${api_keys}` },
        })
      }
      onSent={() => {
        notify.success(t('sessions.othersEnded'));
        void client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
        void client.invalidateQueries({ queryKey: trustedBrowsersQuery.queryKey });
        void client.invalidateQueries({ queryKey: ['api-keys'] });
        onClose();
      }}
    >
      <div className="grid gap-3">
        <Checkbox
          label={t('sessions.alsoBrowsers')}
          hint={t('sessions.alsoBrowsersHint')}
          {...form.register('trusted_browsers')}
        />
        <Checkbox
          label={t('sessions.alsoKeys')}
          hint={t('sessions.alsoKeysHint')}
          {...form.register('api_keys')}
        />
      </div>
    </FormDialog>
  );
}
