import { useEffect } from 'react';

/** The tab of the browser is called after what is open over the page, and after the page again once it is closed. */
export function useOpenTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const open = `${title} · Atalaya`;
    document.title = open;
    return () => {
      // After going to another screen, that screen has named the tab already.
      if (document.title === open) document.title = before;
    };
  }, [title]);
}
