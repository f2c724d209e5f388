import { useRef } from 'react';
import { randomId } from '../platform/random-id.ts';

/**
 * A key for what is sent: the same one as long as the same thing is sent again, so that a retry whose first
 * attempt did arrive does nothing twice.
 */
export function useRequestId() {
  const last = useRef({ content: '', id: '' });
  return {
    of: (sent: object) => {
      const content = JSON.stringify(sent);
      if (last.current.content !== content) last.current = { content, id: randomId() };
      return last.current.id;
    },
    /** It has arrived: the same again is meant to be sent again. */
    done: () => {
      last.current = { content: '', id: '' };
    },
  };
}
