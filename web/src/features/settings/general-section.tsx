import type { Currency } from '@atalaya/contract/choices';
import { ORGANIZATION_NAME_MAX, SLUG_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { organizationQuery } from '../../shared/use-organization-name.ts';
import { CurrencyField, type DefaultValues } from './currency-field.tsx';
import { IssuerCard } from './issuer-card.tsx';
import { LocaleFields, type LocaleValues, zoneOption } from './locale-fields.tsx';
import { type Line, SectionForm } from './section-form.tsx';
import {
  type Organization,
  type Settings,
  saveDefaults,
  saveOrganization,
  useSettingsSaved,
} from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

type GeneralValues = LocaleValues & { name: string; slug: string };

/** Name, slug, time zone and language of an organization; of the system, what new ones begin with, and who issues invoices. */
export function GeneralSection({ settings }: { settings: Settings }) {
  const t = useTexts(settingsTexts);
  if (!settings.organization)
    return (
      <div className="grid gap-4">
        <SystemDefaults settings={settings} />
        {settings.invoice_issuer ? <IssuerCard issuer={settings.invoice_issuer} /> : null}
      </div>
    );
  return (
    <Loaded
      query={organizationQuery(settings.organization.id)}
      loading={t('loading')}
      failed={t('loadFailed')}
    >
      {(organization) => <OrganizationForm key={organization.id} organization={organization} />}
    </Loaded>
  );
}

function useLocaleLines() {
  const t = useTexts(settingsTexts);
  return ({ time_zone, language }: LocaleValues): Line[] => [
    [t('general.timeZone'), time_zone?.label ?? ''],
    [t('general.language'), t(`general.languages.${language}`)],
  ];
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const t = useTexts(settingsTexts);
  const { role } = usePermissions();
  const saved = useSettingsSaved();
  const localeLines = useLocaleLines();
  const mayChangeSlug = role === 'super_admin';
  return (
    <SectionForm<Organization, GeneralValues>
      title={t('general.title')}
      description={t('general.description')}
      stored={organization}
      read={({ name, slug, time_zone, language }) => ({
        name,
        slug,
        time_zone: zoneOption(time_zone),
        language,
      })}
      lines={(values) => [
        [t('general.name'), values.name],
        [t('general.slug'), values.slug],
        ...localeLines(values),
      ]}
      save={({ name, slug, time_zone, language }, version) =>
        saveOrganization(organization.id, {
          version,
          name,
          language,
          ...(time_zone ? { time_zone: time_zone.value } : {}),
          ...(mayChangeSlug ? { slug } : {}),
        })
      }
      onSaved={saved.organization}
      codeFields={{ 'organization.slug_taken': 'slug' }}
    >
      {(form) => (
        <>
          <NameFields form={form} mayChangeSlug={mayChangeSlug} />
          <LocaleFields control={form.control} />
        </>
      )}
    </SectionForm>
  );
}

function NameFields({ form, mayChangeSlug }: { form: UseFormReturn<GeneralValues>; mayChangeSlug: boolean }) {
  const t = useTexts(settingsTexts);
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        label={t('general.name')}
        required
        maxLength={ORGANIZATION_NAME_MAX}
        error={errors.name?.message}
        {...form.register('name', {
          validate: (value) => value.trim() !== '' || t('general.nameMissing'),
        })}
      />
      <TextInput
        label={t('general.slug')}
        readOnly={!mayChangeSlug}
        hint={t(mayChangeSlug ? 'general.slugHint' : 'general.slugFixed')}
        maxLength={SLUG_MAX}
        error={errors.slug?.message}
        {...form.register('slug')}
      />
    </>
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
