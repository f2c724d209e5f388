import { Combobox, type ComboboxOption } from '@atalaya/ui/combobox';
import { Select } from '@atalaya/ui/select';
import { type Control, Controller } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { Line } from './section-form.tsx';
import { settingsTexts } from './settings.es.ts';
import { folded } from '../../shared/folded.ts';

export type LocaleValues = { time_zone: ComboboxOption | null; language: 'es' | 'en' };

export const zoneOption = (zone: string): ComboboxOption => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
});

/** The zones whose name holds what was typed. */
function load(search: string): Promise<ComboboxOption[]> {
  const wanted = folded(search.trim());
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zoneOption);
  return Promise.resolve(zones.filter(({ label }) => folded(label).includes(wanted)).slice(0, 50));
}

/** Time zone and language. */
export function LocaleFields<Values extends LocaleValues>({ control }: { control: Control<Values> }) {
  const t = useTexts(settingsTexts);
  // Every form that has these fields has them under these names.
  const own = control as unknown as Control<LocaleValues>;
  return (
    <>
      <Controller
        control={own}
        name="time_zone"
        rules={{ validate: (value) => value !== null || t('general.timeZoneMissing') }}
        render={({ field, fieldState }) => (
          <Combobox
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            load={load}
            required
            hint={t('general.timeZoneHint')}
            error={fieldState.error?.message}
            texts={{
              label: t('general.timeZone'),
              placeholder: t('general.timeZonePlaceholder'),
              loading: t('loading'),
              empty: t('general.timeZoneEmpty'),
              failed: t('loadFailed'),
              clear: t('general.timeZoneClear'),
            }}
          />
        )}
      />
      <Controller
        control={own}
        name="language"
        render={({ field, fieldState }) => (
          <Select
            label={t('general.language')}
            value={field.value}
            onValueChange={field.onChange}
            hint={t('general.languageHint')}
            error={fieldState.error?.message}
            options={(['es', 'en'] as const).map((value) => ({
              value,
              label: t(`general.languages.${value}`),
            }))}
          />
        )}
      />
    </>
  );
}

/** Both as a person reads them. */
export function useLocaleLines() {
  const t = useTexts(settingsTexts);
  return ({ time_zone, language }: LocaleValues): Line[] => [
    [t('general.timeZone'), time_zone?.label ?? ''],
    [t('general.language'), t(`general.languages.${language}`)],
  ];
}
