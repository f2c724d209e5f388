import { keepFocus } from '@atalaya/ui/keep-focus';
import { useEffect } from 'react';

/** The focus is not lost with what had it: a row that was deleted, a box that closed. */
export function useKeptFocus(): void {
  useEffect(() => {
    const content = document.getElementById('content');
    return content ? keepFocus(content) : undefined;
  }, []);
}
