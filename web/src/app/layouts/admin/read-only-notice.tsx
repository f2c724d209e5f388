import { Banner } from '@atalaya/ui/banner';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { readOnlyTexts } from './read-only-texts.ts';

/** Above every screen of a canceled or inactive organization: why what is offered below is refused. */
export function ReadOnlyNotice() {
  const t = useTexts(readOnlyTexts);
  return (
    <Banner tone="warning" className="mt-4">
      {t('text')}
    </Banner>
  );
}
