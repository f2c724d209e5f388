import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { afterPress } from '../platform/press.ts';
import { appTexts } from './app.es.ts';

const subscribe = (listener: () => void) => onlineManager.subscribe(() => afterPress(listener));
const isOnline = () => onlineManager.isOnline();

/** A banner for as long as the network is lost; reads are tried again by themselves once it is back. */
export function ConnectionNotice() {
  const t = useTexts(appTexts);
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-50">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warning px-4 py-2 text-sm text-on-status">
          <WifiOff size={16} aria-hidden />
          {t('connection.lost')}
        </p>
      )}
    </div>
  );
}
