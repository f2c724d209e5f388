import { Hammer } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { appTexts } from './app-texts.ts';
import { MessageScreen } from './message-screen.tsx';

export function ComingSoonPage() {
  const t = useTexts(appTexts);
  return <MessageScreen icon={<Hammer size={20} />} title={t('soon.title')} text={t('soon.text')} />;
}
