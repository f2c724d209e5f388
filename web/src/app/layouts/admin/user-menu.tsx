import { keepFocus } from '@atalaya/ui/keep-focus';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '@atalaya/ui/menu';
import { Link } from '@tanstack/react-router';
import { CircleUser, LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { LANGUAGES } from '../../../platform/messages/chosen-language.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { PersonAvatar } from '../../../shared/person-avatar.tsx';
import { displayName } from '../../../shared/person.ts';
import { sharedTexts } from '../../../shared/shared.es.ts';
import { useOwnLanguage } from '../../../shared/use-own-language.ts';
import { adminTexts } from './admin.es.ts';
import { useSignOut } from './use-sign-out.ts';

/** The person's picture, and behind it their profile, their language and the way out. */
export function UserMenu() {
  const t = useTexts(adminTexts);
  const shared = useTexts(sharedTexts);
  const { profile, organization } = useSession();
  const signOut = useSignOut();
  const { language, setLanguage } = useOwnLanguage();
  // The focus is not lost with what had it: a row that was deleted, a box that closed. It is here, although it is for
  // the whole layout, since the menus come after the screen, which does not wait for them.
  useEffect(() => {
    const content = document.getElementById('content');
    return content ? keepFocus(content) : undefined;
  }, []);
  return (
    <Menu
      trigger={
        <button type="button" className="press-around relative rounded-full">
          <PersonAvatar person={profile} size={32} />
          <span className="sr-only">{t('account')}</span>
        </button>
      }
    >
      <div className="max-w-64 px-2 py-1.5 text-sm">
        <p className="truncate font-medium">{displayName(profile)}</p>
        <p className="truncate text-muted">{profile.email}</p>
        {organization ? <p className="truncate text-muted">{organization.name}</p> : null}
      </div>
      <MenuSeparator />
      <MenuItem icon={<CircleUser aria-hidden />} render={<Link to="/admin/profile" />}>
        {t('profile')}
      </MenuItem>
      <MenuSeparator />
      <MenuRadioGroup
        label={shared('language.label')}
        value={language}
        onValueChange={setLanguage}
        options={LANGUAGES.map((value) => ({ value, label: shared(`language.${value}`) }))}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}
