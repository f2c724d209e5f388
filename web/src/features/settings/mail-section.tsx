import { isEmail } from '@atalaya/contract/email-address';
import { EMAIL_MAX, NAME_MAX } from '@atalaya/contract/limits';
import { Skeleton } from '@atalaya/ui/skeleton';
import { TextInput } from '@atalaya/ui/text-input';

import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SectionForm } from './section-form.tsx';
import { type Settings, saveMail, useSettingsSaved } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

/** Sent rarely. */
const TestMailCard = lazyPart(() => import('./test-mail-card.tsx'), 'TestMailCard');

type MailValues = { sender_name: string; reply_to: string };

/** Under which name mails are sent, and a mail to try it. */
export function MailSection({ settings }: { settings: Settings }) {
  const t = useTexts(settingsTexts);
  const saved = useSettingsSaved();
  const organization = settings.organization?.id ?? '';
  const { inherited } = settings;
  return (
    <div className="grid gap-4">
      <SectionForm<Settings, MailValues>
        title={t('mail.title')}
        description={t('mail.description')}
        stored={settings}
        read={({ sender_name, reply_to }) => ({ sender_name: sender_name ?? '', reply_to: reply_to ?? '' })}
        lines={(values) => [
          [t('mail.name'), values.sender_name],
          [t('mail.replyTo'), values.reply_to],
        ]}
        save={(values, version) => saveMail(organization, { version, ...values })}
        onSaved={(now) => saved.settings(organization, now)}
      >
        {(form) => (
          <>
            <TextInput
              label={t('mail.name')}
              maxLength={NAME_MAX}
              hint={t('mail.nameHint', { inherited: inherited?.sender_name ?? 'Atalaya' })}
              error={form.formState.errors.sender_name?.message}
              {...form.register('sender_name')}
            />
            <TextInput
              type="email"
              label={t('mail.replyTo')}
              maxLength={EMAIL_MAX}
              hint={
                settings.reply_to && !settings.reply_to_used
                  ? t('mail.replyToUnproven', { address: settings.reply_to })
                  : t('mail.replyToHint', { inherited: inherited?.reply_to ?? t('mail.noReply') })
              }
              error={form.formState.errors.reply_to?.message}
              {...form.register('reply_to', {
                validate: (value) => value.trim() === '' || isEmail(value) || t('mail.emailInvalid'),
              })}
            />
            <TextInput
              label={t('mail.address')}
              value={settings.sender_address}
              readOnly
              hint={t('mail.addressHint')}
              className="sm:col-span-2"
            />
          </>
        )}
      </SectionForm>
      <TestMailCard fallback={<Skeleton className="h-32" />} organization={organization} />
    </div>
  );
}
