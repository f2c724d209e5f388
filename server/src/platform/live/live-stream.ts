import { Readable } from 'node:stream';
import type { LiveNews } from '@atalaya/contract/live';
import type { Viewer } from './live-event.ts';

/** Milliseconds that a browser waits before it connects again. */
const RETRY = 2_000;
/** Bytes that may wait for a client that does not read: then it is cut, and begins anew. */
const BACKLOG_MAX = 64 * 1024;

/** One open stream of server-sent events. */
export type LiveStream = {
  readonly viewer: Viewer;
  readonly body: Readable;
  sendReady(id: string): void;
  sendNews(id: string, news: LiveNews): void;
  /** Asks the client to read again all that it shows: events may have been missed. */
  sendResync(id: string): void;
  /** Keeps the connection open, and the client's last id young. */
  sendHeartbeat(id: string): void;
  end(): void;
};

/** A person's stream; `onEnd` runs once, whichever side ends it. */
export function openStream(viewer: Viewer, onEnd: (stream: LiveStream) => void): LiveStream {
  const body = new Readable({ read: () => undefined });
  const send = (text: string) => {
    if (body.destroyed || body.readableEnded) return;
    if (body.readableLength + text.length > BACKLOG_MAX) body.destroy();
    else body.push(text);
  };
  const sendEvent = (id: string, event: string, data: object) =>
    send(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const stream: LiveStream = {
    viewer,
    body,
    sendReady: (id) => {
      send(`retry: ${RETRY}\n`);
      sendEvent(id, 'ready', {});
    },
    sendNews: (id, { topic, object_id }) => sendEvent(id, 'news', { topic, object_id }),
    sendResync: (id) => sendEvent(id, 'resync', {}),
    sendHeartbeat: (id) => send(`id: ${id}\n\n`),
    end: () => {
      onEnd(stream);
      if (!body.destroyed) body.push(null);
    },
  };
  body.once('close', () => onEnd(stream));
  return stream;
}
