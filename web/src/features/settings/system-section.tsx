import type { Currency } from '@atalaya/contract/choices';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CurrencyField, type DefaultValues } from './currency-field.tsx';
import { IssuerCard } from './issuer-card.tsx';
import { LocaleFields, useLocaleLines, zoneOption } from './locale-fields.tsx';
import { SectionForm } from './section-form.tsx';
import { type Settings, saveDefaults, useSettingsSaved } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

/** What new organizations and new plans begin with, and who issues invoices. */
export function SystemSection({ settings }: { settings: Settings }) {
  return (
    <div className="grid gap-4">
      <SystemDefaults settings={settings} />
      {settings.invoice_issuer ? <IssuerCard issuer={settings.invoice_issuer} /> : null}
    </div>
  );
}

function SystemDefaults({ settings }: { settings: Settings }) {
  const t = useTexts(settingsTexts);
  const saved = useSettingsSaved();
  const lines = useLocaleLines();
  return (
    <SectionForm<Settings, DefaultValues>
      title={t('general.systemTitle')}
      description={t('general.systemDescription')}
      stored={settings}
      read={({ general, currency }) => ({
        currency: currency?.code ?? '',
        time_zone: general ? zoneOption(general.time_zone) : null,
        language: general?.language ?? 'es',
      })}
      lines={(values) => [...lines(values), [t('general.currency'), values.currency]]}
      save={({ time_zone, language, currency }, version) =>
        saveDefaults({
          version,
          language,
          time_zone: time_zone?.value ?? '',
          ...(settings.currency?.is_fixed ? {} : { currency: currency as Currency }),
        })
      }
      codeFields={{ 'settings.currency_fixed': 'currency' }}
      onSaved={(now) => saved.settings('', now)}
    >
      {(form) => (
        <>
          <LocaleFields control={form.control} />
          {settings.currency ? <CurrencyField control={form.control} stored={settings.currency} /> : null}
        </>
      )}
    </SectionForm>
  );
}
