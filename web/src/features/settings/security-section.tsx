import { ALLOWED_DOMAINS_MAX, SESSION_ABSOLUTE_HOURS, SESSION_IDLE_HOURS } from '@atalaya/contract/limits';
import { Checkbox } from '@atalaya/ui/checkbox';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SectionForm } from './section-form.tsx';
import { type Settings, saveSecurity, useSettingsSaved } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';
import { type SecurityValues, domainsOf, isDomain, isHours, securityValues } from './settings-values.ts';

/** What is asked of those who sign in. */
export function SecuritySection({ settings }: { settings: Settings }) {
  const t = useTexts(settingsTexts);
  const saved = useSettingsSaved();
  const organization = settings.organization?.id ?? '';
  return (
    <SectionForm<Settings, SecurityValues>
      title={t('security.title')}
      description={t('security.description')}
      stored={settings}
      read={securityValues}
      lines={(values) => [
        [t('security.twoFactor'), t(values.two_factor_required ? 'yes' : 'no')],
        [t('security.idle'), values.session_idle_hours],
        [t('security.absolute'), values.session_absolute_hours],
        [t('security.domains'), domainsOf(values.allowed_domains).join(', ')],
      ]}
      save={(values, version) =>
        saveSecurity(organization, {
          version,
          two_factor_required: values.two_factor_required,
          session_idle_hours: values.session_idle_hours === '' ? null : Number(values.session_idle_hours),
          session_absolute_hours:
            values.session_absolute_hours === '' ? null : Number(values.session_absolute_hours),
          allowed_domains: domainsOf(values.allowed_domains),
        })
      }
      onSaved={(now) => saved.settings(organization, now)}
    >
      {(form) => (
        <>
          <Checkbox
            label={t('security.twoFactor')}
            hint={t(
              settings.inherited?.two_factor_required
                ? 'security.twoFactorInherited'
                : 'security.twoFactorHint',
            )}
            className="sm:col-span-2"
            {...form.register('two_factor_required')}
          />
          <HoursField form={form} settings={settings} name="session_idle_hours" />
          <HoursField form={form} settings={settings} name="session_absolute_hours" />
          <DomainsField form={form} settings={settings} />
        </>
      )}
    </SectionForm>
  );
}

type FieldProps = { form: UseFormReturn<SecurityValues>; settings: Settings };
const MAX = { session_idle_hours: SESSION_IDLE_HOURS, session_absolute_hours: SESSION_ABSOLUTE_HOURS };

function HoursField({ form, settings, name }: FieldProps & { name: keyof typeof MAX }) {
  const t = useTexts(settingsTexts);
  const limit = MAX[name];
  const max = String(limit);
  return (
    <TextInput
      label={t(name === 'session_idle_hours' ? 'security.idle' : 'security.absolute')}
      inputMode="numeric"
      maxLength={3}
      hint={t('security.hoursHint', { max, inherited: String(settings.inherited?.[name] ?? limit) })}
      error={form.formState.errors[name]?.message}
      {...form.register(name, {
        validate: (value) => value === '' || isHours(value, limit) || t('security.hoursInvalid', { max }),
      })}
    />
  );
}

function DomainsField({ form, settings }: FieldProps) {
  const t = useTexts(settingsTexts);
  const inherited = settings.inherited?.allowed_domains.join(', ') ?? '';
  const check = (value: string) => {
    const domains = domainsOf(value);
    const wrong = domains.find((domain) => !isDomain(domain));
    if (wrong !== undefined) return t('security.domainInvalid', { domain: wrong });
    return (
      domains.length <= ALLOWED_DOMAINS_MAX ||
      t('security.tooManyDomains', { max: String(ALLOWED_DOMAINS_MAX) })
    );
  };
  return (
    <Textarea
      label={t('security.domains')}
      rows={3}
      spellCheck={false}
      className="sm:col-span-2"
      hint={
        inherited === '' ? t('security.domainsHint') : t('security.domainsInherited', { domains: inherited })
      }
      error={form.formState.errors.allowed_domains?.message}
      {...form.register('allowed_domains', { validate: check })}
    />
  );
}
