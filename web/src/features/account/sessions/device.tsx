import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { sessionsTexts } from './sessions.es.ts';

const ICONS = { desktop: Monitor, phone: Smartphone, tablet: Tablet };

export function DeviceIcon({ device }: { device: keyof typeof ICONS }) {
  const Icon = ICONS[device];
  return <Icon size={20} aria-hidden className="shrink-0 text-muted" />;
}

/** 'Chrome en Linux', as far as the browser tells. */
export function useDeviceName({
  browser,
  system,
}: {
  browser: string | null;
  system: string | null;
}): string {
  const t = useTexts(sessionsTexts);
  return browser && system ? t('on', { browser, system }) : (browser ?? system ?? t('unknown'));
}
