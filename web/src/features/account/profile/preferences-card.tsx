import { Card } from '@atalaya/ui/card';
import { Select } from '@atalaya/ui/select';
import { offeredThemes } from '@atalaya/ui/themes/theme-list';
import { LANGUAGES } from '../../../platform/messages/chosen-language.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { sharedTexts } from '../../../shared/shared.es.ts';
import { useOwnLanguage } from '../../../shared/use-own-language.ts';
import { useOwnTheme } from '../../../shared/use-own-theme.ts';
import { profileTexts } from './profile.es.ts';

const themes = offeredThemes.map(({ key, name, description }) => ({ value: key, label: name, description }));

/** Language and theme: kept with the person, and saved as they are chosen. */
export function PreferencesCard() {
  const t = useTexts(profileTexts);
  const shared = useTexts(sharedTexts);
  const { language, setLanguage } = useOwnLanguage();
  const { theme, setTheme } = useOwnTheme();
  return (
    <Card title={t('preferences.title')} description={t('preferences.description')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={shared('language.label')}
          value={language}
          onValueChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: shared(`language.${value}`) }))}
        />
        <Select
          label={t('preferences.theme')}
          value={themes.find(({ value }) => value === theme)?.value ?? null}
          onValueChange={setTheme}
          options={themes}
        />
      </div>
    </Card>
  );
}
