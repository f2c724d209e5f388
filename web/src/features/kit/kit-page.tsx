import { sampleTextKeys, type SampleTexts } from '@atalaya/ui/examples/sample-texts';
import { Select } from '@atalaya/ui/select';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Switch } from '@atalaya/ui/switch';
import { useTheme } from '@atalaya/ui/theme';
import { themeNames } from '@atalaya/ui/themes/theme-list';
import { Suspense, useEffect, useMemo } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { wantToasts } from '../../platform/notify.ts';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { KitSectionView } from './kit-section-view.tsx';
import { kitSections } from './kit-sections.ts';
import { kitTexts } from './kit.es.ts';

const themeOptions = themeNames.map((name) => ({ value: name, label: name }));
const titleOf = (parts: object) => Object.keys(parts).join(', ');

/** The design kit, live: for developers who build screens with it. Offered in development and demo mode only. */
export function KitPage() {
  const t = useTexts(kitTexts);
  const { language } = useLanguage();
  const samples = useMemo(
    () => Object.fromEntries(sampleTextKeys.map((key) => [key, t(`sample.${key}`)])) as SampleTexts,
    [t],
  );
  useEffect(wantToasts, []);
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-8">
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<ThemeControls />} />
      <div className="gap-10 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={t('contents')} className="mb-8 self-start lg:sticky lg:top-8">
          <ul className="flex flex-wrap gap-x-3 gap-y-1 lg:flex-col">
            {kitSections.map(({ key, parts }) => (
              <li key={key}>
                <a href={`#${key}`} className="text-sm text-muted hover:text-ink hover:underline">
                  {titleOf(parts)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main className="grid grid-cols-[minmax(0,1fr)] gap-10">
          {/* All at once: one after the other they would push each other down. */}
          <Suspense fallback={<Skeleton className="h-screen w-full" />}>
            {kitSections.map((section) => (
              <KitSectionView
                key={section.key}
                section={section}
                title={titleOf(section.parts)}
                note={t(`note.${section.key}`)}
                samples={samples}
                locale={language}
              />
            ))}
          </Suspense>
        </main>
      </div>
    </div>
  );
}

function ThemeControls() {
  const t = useTexts(kitTexts);
  const { theme, dark, setTheme, setDark } = useTheme();
  return (
    <>
      <LanguageSwitch />
      <Switch label={t('dark')} checked={dark} onChange={(event) => setDark(event.target.checked)} />
      <Select
        label={t('theme')}
        hideLabel
        options={themeOptions}
        value={theme}
        onValueChange={setTheme}
        className="w-48"
      />
    </>
  );
}
