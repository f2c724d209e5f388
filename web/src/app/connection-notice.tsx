import { WifiOff } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { useOnline } from '../platform/use-online.ts';
import { appTexts } from './app.es.ts';

/** The bar has its own room at the lower edge: page, dialogs and menus end above it, however many lines it has. */
function keepRoom(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty('--kept-below', `${String(bar.offsetHeight)}px`));
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--kept-below');
  };
}

/** A bar for as long as the network is lost. What was being read is read by itself once it is back. */
export function ConnectionNotice() {
  const t = useTexts(appTexts);
  const online = useOnline();
  return (
    // Said too while a dialog is open, which hides from assistive technology all that is not live.
    <div role="status" aria-live="polite" className="fixed inset-x-0 bottom-0 z-50">
      {online ? null : (
        <p
          ref={keepRoom}
          className="flex items-center justify-center gap-2 bg-warning px-4 py-2 text-sm text-on-status"
        >
          <WifiOff size={16} className="shrink-0" aria-hidden />
          {t('connectionLost')}
        </p>
      )}
    </div>
  );
}
