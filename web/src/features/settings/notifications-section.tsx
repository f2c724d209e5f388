import { Checkbox } from '@atalaya/ui/checkbox';
import type { UseFormReturn } from 'react-hook-form';
import { type Translate, useTexts } from '../../platform/messages/use-texts.ts';
import { SectionForm } from './section-form.tsx';
import { type Settings, saveNotifications, useSettingsSaved } from './settings.api.ts';
import { type settingsEs, settingsTexts } from './settings.es.ts';

type Item = Settings['notifications'][number];
type NotificationValues = { items: Item[] };

const nameOf = (t: Translate<typeof settingsEs>, { event }: Item) => t(`notifications.names.${event}`);

/** Of what people are told who have not chosen it themselves. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  const t = useTexts(settingsTexts);
  const saved = useSettingsSaved();
  const organization = settings.organization?.id ?? '';
  return (
    <SectionForm<Settings, NotificationValues>
      title={t('notifications.title')}
      description={t('notifications.description')}
      stored={settings}
      read={({ notifications }) => ({ items: notifications })}
      lines={({ items }) =>
        items.map((item) => [
          nameOf(t, item),
          [
            ...(item.screen ? [t('notifications.screen')] : []),
            ...(item.mail ? [t('notifications.mail')] : []),
          ].join(', '),
        ])
      }
      save={({ items }, version) =>
        saveNotifications(organization, {
          version,
          notifications: items.map(({ event, screen, mail }) => ({ event, screen, mail: mail ?? true })),
        })
      }
      onSaved={(now) => saved.settings(organization, now)}
    >
      {(form) => <Channels form={form} items={settings.notifications} />}
    </SectionForm>
  );
}

function Channels({ form, items }: { form: UseFormReturn<NotificationValues>; items: Item[] }) {
  const t = useTexts(settingsTexts);
  return (
    <table className="mb-2 w-full text-sm sm:col-span-2">
      <thead className="border-b border-line text-left text-muted">
        <tr>
          <th scope="col" className="py-2 pr-2 font-medium">
            {t('notifications.event')}
          </th>
          <th scope="col" className="w-20 py-2 font-medium">
            {t('notifications.screen')}
          </th>
          <th scope="col" className="w-20 py-2 font-medium">
            {t('notifications.mail')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {items.map((item, at) => (
          <tr key={item.event} className="pointer-coarse:h-12">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal">
              {nameOf(t, item)}
            </th>
            <td className="py-1.5">
              <Checkbox
                hideLabel
                label={t('notifications.onScreen', { event: nameOf(t, item) })}
                {...form.register(`items.${at}.screen`)}
              />
            </td>
            <td className="py-1.5">
              {item.mail === null ? (
                <span className="text-muted" title={t('notifications.never')}>
                  <span aria-hidden>–</span>
                  <span className="sr-only">{t('notifications.never')}</span>
                </span>
              ) : (
                <Checkbox
                  hideLabel
                  label={t('notifications.byMail', { event: nameOf(t, item) })}
                  {...form.register(`items.${at}.mail`)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
