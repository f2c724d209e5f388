import { CLIENT_PATHS } from '@atalaya/contract/client-paths';
import type { LiveNews } from '@atalaya/contract/live';

type Hear = (news: LiveNews | 'resync') => void;

const NAME = 'atalaya-live';
const PATH = CLIENT_PATHS.readLive.replace(/^GET /, '');
/** Milliseconds before a stream that was refused is asked for again, doubled each time up to the last. */
const RETRY_FIRST = 5_000;
const RETRY_LAST = 120_000;

/**
 * Hears live events until the returned function is called. All tabs of a browser share one stream, held by the tab
 * that has the lock: a browser has only six connections to a server, and each stream keeps one.
 *
 * @param after the last event before what is shown was read; null: not known, all of it is to be read again
 */
export function connectLive(hear: Hear, after: string | null): () => void {
  // Pages without https have no locks: each of their tabs has a stream of its own.
  if (!('locks' in navigator)) return openSource(hear, after);
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveNews | 'resync'>) => hear(data));
  const closing = new AbortController();
  const lead = (from: string | null) =>
    new Promise<void>((release) => {
      if (closing.signal.aborted) return release();
      const close = openSource((news) => {
        hear(news);
        channel.postMessage(news);
      }, from);
      closing.signal.addEventListener('abort', () => {
        close();
        release();
      });
    });
  const follow = () => {
    // What happened between the page's first requests and now was not heard.
    hear('resync');
    return navigator.locks.request(NAME, { signal: closing.signal }, () => lead(null));
  };
  navigator.locks
    .request(NAME, { ifAvailable: true }, (lock) => (lock ? lead(after) : 'taken'))
    .then((outcome) => (outcome === 'taken' && !closing.signal.aborted ? follow() : undefined))
    .catch(() => undefined);
  return () => {
    closing.abort();
    channel.close();
  };
}

function openSource(hear: Hear, after: string | null): () => void {
  let wait = RETRY_FIRST;
  let from = after;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const open = () => {
    let is_new = from === null;
    source = new EventSource(`${PATH}${from === null ? '' : `?after=${encodeURIComponent(from)}`}`);
    from = null;
    source.addEventListener('ready', () => {
      wait = RETRY_FIRST;
      // Otherwise the server is told what was heard last, and sends what came since.
      if (is_new) hear('resync');
      is_new = false;
    });
    source.addEventListener('resync', () => hear('resync'));
    source.addEventListener('news', ({ data }: MessageEvent<string>) => hear(JSON.parse(data) as LiveNews));
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      // Refused. Where the session is over, the next request of the page leads to the sign-in.
      hear('resync');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, RETRY_LAST);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
