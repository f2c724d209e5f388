import { ORGANIZATION_NAME_MAX, SLUG_MAX } from '@atalaya/contract/limits';
import { Skeleton } from '@atalaya/ui/skeleton';
import { TextInput } from '@atalaya/ui/text-input';

import type { UseFormReturn } from 'react-hook-form';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { filledField } from '../../shared/filled-field.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { organizationQuery } from '../../shared/use-organization-name.ts';
import { LocaleFields, type LocaleValues, useLocaleLines, zoneOption } from './locale-fields.tsx';
import { SectionForm } from './section-form.tsx';
import { type Organization, type Settings, saveOrganization, useSettingsSaved } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

/** Of the system alone, which few look at. */
const SystemSection = lazyPart(() => import('./system-section.tsx'), 'SystemSection');

type GeneralValues = LocaleValues & { name: string; slug: string };

/** Name, slug, time zone and language of an organization; of the system, what new ones begin with, and who issues invoices. */
export function GeneralSection({ settings }: { settings: Settings }) {
  const t = useTexts(settingsTexts);
  if (!settings.organization)
    return <SystemSection fallback={<Skeleton className="h-72" />} settings={settings} />;
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
        {...filledField(form, 'name', { max: ORGANIZATION_NAME_MAX, missing: t('general.nameMissing') })}
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
