import { useCallback, useSyncExternalStore } from 'react';

/** As wide as what `max-sm:` is for. */
const phone = matchMedia('(width < 40rem)');
/** As small as what `tight:` is for. */
const tight = matchMedia('(width < 40rem) or (height <= 500px)');

function useMedia(media: MediaQueryList): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

/** Whether there is room for a phone's form alone, where that is made of other parts, not of the same in other places. */
export const usePhone = (): boolean => useMedia(phone);

/** The same of what is above a list: a short window of any width has no more room for that than a phone. */
export const useTight = (): boolean => useMedia(tight);
