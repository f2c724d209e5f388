import { useEffect, useEffectEvent } from 'react';

/** What a test has come back with: the code of what ended it too early, with the reason that SAML gives; null: it went to its end. */
export type Returned = { problem: string | null; reason: string | null };

type Word = { connection: string } & (({ is: 'ended' } & Returned) | { is: 'heard' });

/**
 * Between the page that began a test and the one on which it ended. Their windows know nothing of each other: one of
 * them has been at another site, and our pages are cut off from what opens them.
 */
const openChannel = () => new BroadcastChannel('sign-on-tests');

/** Tells the page that began the test, and closes this window once that has heard; without that it stays open. */
export function useTestReturned(connection: string, returned: Returned | null): void {
  const isReturned = returned !== null;
  const problem = returned?.problem ?? null;
  const reason = returned?.reason ?? null;
  useEffect(() => {
    if (!isReturned) return;
    const channel = openChannel();
    channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (data.is === 'heard' && data.connection === connection) window.close();
    });
    channel.postMessage({ connection, is: 'ended', problem, reason } satisfies Word);
    return () => channel.close();
  }, [connection, isReturned, problem, reason]);
}

/** Hears how a test has ended that was begun here, while it is awaited. */
export function useTestEnd(
  connection: string,
  isAwaited: boolean,
  onEnd: (returned: Returned) => void,
): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isAwaited) return;
    const channel = openChannel();
    channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (data.is !== 'ended' || data.connection !== connection) return;
      channel.postMessage({ connection, is: 'heard' } satisfies Word);
      end({ problem: data.problem, reason: data.reason });
    });
    return () => channel.close();
  }, [connection, isAwaited]);
}

/** A window over the page; null: the browser allows none. To be called while a press is dealt with. */
export function openTestWindow(): Window | null {
  const [width, height] = [520, 720];
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  return window.open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
