import { afterPress } from '@atalaya/ui/press';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(() => afterPress(listener));
const isOnline = () => onlineManager.isOnline();

let returns = 0;
onlineManager.subscribe((online) => {
  if (online) returns += 1;
});

/** How often the network has come back since the page was loaded. */
export const networkReturns = () => returns;

/** The same, as long as it is shown. */
export const useNetworkReturns = () => useSyncExternalStore(subscribe, networkReturns);

/** Whether there is a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}
