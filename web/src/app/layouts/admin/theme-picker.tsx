import { Button } from '@atalaya/ui/button';
import { Menu, MenuCheckboxItem, MenuRadioGroup, MenuSeparator } from '@atalaya/ui/menu';
import { useTheme } from '@atalaya/ui/theme';
import { offeredThemes } from '@atalaya/ui/themes/theme-list';
import { Palette } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useOwnTheme } from '../../../shared/use-own-theme.ts';
import { adminTexts } from './admin.es.ts';

const options = offeredThemes.map(({ key, name, description }) => ({
  value: key,
  label: (
    <span className="grid">
      {name}
      <span className="text-xs text-muted">{description}</span>
    </span>
  ),
}));

/** The four themes, the current one marked, and the dark switch. */
export function ThemePicker() {
  const t = useTexts(adminTexts);
  const { dark, setDark } = useTheme();
  const { theme, setTheme } = useOwnTheme();
  return (
    <Menu
      trigger={
        <Button variant="ghost" iconOnly aria-label={t('theme.label')}>
          <Palette size={18} aria-hidden />
        </Button>
      }
    >
      <MenuRadioGroup<string>
        label={t('theme.label')}
        value={theme}
        onValueChange={(chosen) => {
          const offered = offeredThemes.find(({ key }) => key === chosen);
          if (offered) setTheme(offered.key);
        }}
        options={options}
      />
      <MenuSeparator />
      <MenuCheckboxItem checked={dark} onCheckedChange={setDark}>
        {t('theme.dark')}
      </MenuCheckboxItem>
    </Menu>
  );
}
