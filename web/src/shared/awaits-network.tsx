import { Banner } from '@atalaya/ui/banner';
import { useTexts } from '../platform/messages/use-texts.ts';
import { useOnline } from '../platform/use-online.ts';
import { sharedTexts } from './shared.es.ts';

/** Above what is awaited, for as long as there is no network: it seems to be on its way, and is not. */
export function AwaitsNetwork({ className }: { className: string }) {
  const t = useTexts(sharedTexts);
  if (useOnline()) return null;
  return (
    <Banner tone="warning" className={className}>
      {t('awaitsNetwork')}
    </Banner>
  );
}
