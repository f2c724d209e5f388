import { useTheme } from '@atalaya/ui/theme';
import { defaultStorageKey, isThemeName } from '@atalaya/ui/themes/theme-list';
import { useEffect } from 'react';
import { hasChosenLanguage } from '../../../platform/messages/chosen-language.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useSession } from '../../../platform/session.ts';

/** On a device where no language was chosen yet, takes the one of the person's profile. */
export function useProfileLanguage(): void {
  const { profile } = useSession();
  const { language, setLanguage } = useLanguage();
  const own = profile.language;
  useEffect(() => {
    if (own && own !== language && !hasChosenLanguage()) setLanguage(own);
  }, [own, language, setLanguage]);
}

/** On a device where no theme was chosen yet, takes the one of the person's profile. */
export function useProfileTheme(): void {
  const { profile } = useSession();
  const { theme, setTheme } = useTheme();
  const own = profile.theme;
  useEffect(() => {
    if (own && isThemeName(own) && own !== theme && !hasChosenTheme()) setTheme(own);
  }, [own, theme, setTheme]);
}

function hasChosenTheme(): boolean {
  try {
    return localStorage.getItem(defaultStorageKey) !== null;
  } catch {
    return false;
  }
}
