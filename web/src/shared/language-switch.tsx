import { LANGUAGES } from '../platform/messages/chosen-language.ts';
import { useLanguage } from '../platform/messages/language.tsx';
import { useTexts } from '../platform/messages/use-texts.ts';
import { sharedTexts } from './shared.es.ts';

/** Two letters, one pressed: the language of the interface, kept on this device. */
export function LanguageSwitch() {
  const t = useTexts(sharedTexts);
  const { language, setLanguage } = useLanguage();
  return (
    <div role="group" aria-label={t('language.label')} className="flex rounded-md bg-hover p-0.5 text-xs">
      {LANGUAGES.map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice}
          aria-pressed={choice === language}
          onClick={() => setLanguage(choice)}
          className="relative min-w-8 rounded-sm px-2 py-1 font-medium text-muted uppercase hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink"
        >
          <span aria-hidden>{choice}</span>
          <span className="sr-only">{t(`language.${choice}`)}</span>
        </button>
      ))}
    </div>
  );
}
