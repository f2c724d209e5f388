import type { Logger } from 'pino';
import type { Actor } from '../core/actor.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../core/errors.ts';
import { mayHear } from './live-event.ts';
import type { LiveEvent, Viewer } from './live-event.ts';
import { keepHistory } from './live-history.ts';
import type { LiveHistory } from './live-history.ts';
import { openStream } from './live-stream.ts';
import type { LiveStream } from './live-stream.ts';
import { listViewers } from './live.queries.ts';

export type Live = {
  /**
   * Opens a stream for a person who is signed in. With the id of the last event that they have heard it goes on from
   * there, or says that some may have been missed.
   * @throws request.rate_limited above the streams of one person; server.unavailable while the process ends
   */
  open(actor: Actor, last_id: string | null): Promise<LiveStream>;
  /** Listens from now on, so that the first stream, too, can go on from before it was opened. */
  start(): void;
  /** The id of the last event so far, for a stream that is opened later; null where nothing is heard yet. */
  now(): string | null;
  /** Looks at every open stream: ends those whose session is over or whose people reach other things now. */
  recheck(): Promise<void>;
  /** Ends every stream, and opens no other. */
  close(): Promise<void>;
};

/** Open streams of one person on one process: a browser shares one among its tabs. */
const PER_PERSON = 12;
const PULSE_MS = 15_000;

/** What a payload holds: an event, or whose streams are to be looked at again (server/sql/users.sql, sessions.sql). */
type Payload = { event?: LiveEvent; session_ids?: string[]; profile_ids?: string[] };

/** null for a text that another program has sent on the same channel. */
function readPayload(text: string): Payload | null {
  try {
    const payload: unknown = JSON.parse(text);
    return typeof payload === 'object' ? payload : null;
  } catch {
    return null;
  }
}

type Which = (stream: LiveStream) => boolean;

type Ear = {
  /** Listens from the first call on; where that fails, it is tried again by the next. */
  listen(): Promise<unknown>;
  /** Whether what happens is heard now. */
  hears(): boolean;
  close(): Promise<void>;
};

/** Hears what the database notifies. */
function openEar(
  log: Logger,
  database: Database,
  { onPayload, onGap }: { onPayload: (text: string) => void; onGap: () => void },
): Ear {
  let listening: Promise<() => Promise<void>> | null = null;
  let hears = false;
  const onDeaf = () => {
    hears = false;
    log.warn('live events are not heard: DATABASE_URL leads through a pooler that shares its connections');
  };
  const onBack = () => {
    hears = true;
    onGap();
  };
  return {
    listen: () => {
      if (listening) return listening;
      listening = database.listen({ onPayload, onGap: onBack, onDeaf });
      listening.then(
        () => (hears = true),
        () => (listening = null),
      );
      return listening;
    },
    hears: () => hears,
    close: async () => {
      const end = await listening?.catch(() => null);
      await end?.();
    },
  };
}

/** Live events of one process: it listens to the database once, for all its streams together. */
export function openLive(log: Logger, database: Database): Live {
  const streams = new Set<LiveStream>();
  const history = keepHistory();
  let pulse: NodeJS.Timeout | undefined;
  let closed = false;

  const recheck = (which: Which) =>
    endOutdated(database, [...streams].filter(which)).catch((error: unknown) =>
      log.warn({ err: error }, 'open streams could not be checked'),
    );
  const onPayload = (text: string) => {
    const payload = readPayload(text);
    if (!payload) return log.warn('a notification of the database is none of ours');
    const { event, session_ids = [], profile_ids = [] } = payload;
    if (event) return tellAll(streams, history.add(event), event);
    const [sessions, people] = [new Set(session_ids), new Set(profile_ids)];
    void recheck(({ viewer }) => sessions.has(viewer.session_id) || people.has(viewer.profile_id));
  };
  const onGap = () => {
    history.forget();
    for (const stream of streams) stream.sendResync(history.now());
    void recheck(() => true);
  };
  const ear = openEar(log, database, { onPayload, onGap });
  const beat = () => {
    const id = history.now();
    for (const stream of streams) stream.sendHeartbeat(id);
    void recheck(() => true);
  };
  const listen = () => {
    pulse ??= setInterval(beat, PULSE_MS).unref();
    return ear.listen();
  };

  return {
    open: async (actor, last_id) => {
      await listen();
      if (closed) throw new AppError('server.unavailable');
      requireFreeStream(streams, actor);
      return begin(streams, history, actor, last_id);
    },
    start: () => {
      listen().catch((error: unknown) => log.warn({ err: error }, 'live events are not heard yet'));
    },
    // A replica may still show what was before an event that is heard already.
    now: () => (ear.hears() && !database.hasReplica ? history.now() : null),
    recheck: () => recheck(() => true),
    close: async () => {
      closed = true;
      clearInterval(pulse);
      for (const stream of streams) stream.end();
      await ear.close();
    },
  };
}

function tellAll(streams: Set<LiveStream>, id: string, event: LiveEvent): void {
  for (const stream of streams) if (mayHear(stream.viewer, event)) stream.sendNews(id, event);
}

function requireFreeStream(streams: Set<LiveStream>, { profile_id }: Actor): void {
  const own = [...streams].filter(({ viewer }) => viewer.profile_id === profile_id).length;
  if (own >= PER_PERSON) throw new AppError('request.rate_limited', { headers: { 'retry-after': '60' } });
}

/** Opens a stream: says hello, and what came since the last event that the client has heard. */
function begin(
  streams: Set<LiveStream>,
  history: LiveHistory,
  actor: Actor,
  last_id: string | null,
): LiveStream {
  const stream = openStream(viewerOf(actor), (ended) => streams.delete(ended));
  streams.add(stream);
  const missed = last_id === null ? [] : history.after(last_id);
  stream.sendReady(missed?.[0] && last_id !== null ? last_id : history.now());
  if (missed === null) stream.sendResync(history.now());
  else for (const { id, event } of missed) if (mayHear(stream.viewer, event)) stream.sendNews(id, event);
  return stream;
}

const viewerOf = ({ session_id, profile_id, role, organization_id }: Actor): Viewer => ({
  session_id,
  profile_id,
  role,
  organization_id,
});

async function endOutdated(database: Database, streams: LiveStream[]): Promise<void> {
  if (streams.length === 0) return;
  const viewers = await listViewers(database.kysely, [
    ...new Set(streams.map(({ viewer }) => viewer.session_id)),
  ]);
  const now = new Map(viewers.map((viewer) => [viewer.session_id, viewer]));
  for (const stream of streams) {
    const { session_id, role, organization_id } = stream.viewer;
    const viewer = now.get(session_id);
    if (viewer?.role !== role || viewer.organization_id !== organization_id) stream.end();
  }
}
