import { randomUUID } from 'node:crypto';
import type { Anchor } from '@atalaya/contract/audit';
import { jittered } from '../../platform/core/outside-answer.ts';
import { instantOf } from '../../platform/database/clock.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { publishAll } from '../../platform/live/publish.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { listNews, moveCursors } from '../../platform/records/audit-lanes.queries.ts';
import type { Sealed } from '../../platform/records/audit-lanes.queries.ts';
import { nextAnchors } from '../audit/anchors.service.ts';
import { recordOf } from './record.ts';
import type { Written } from './record.ts';
import { openOutside, sendTo } from './send-batch.ts';
import { holdTaken, insertBatch, noteFailed, noteTaken } from './sending.queries.ts';
import type { NewBatch, TakenStream } from './sending.queries.ts';
import type { Outside, Said } from './sink.ts';
import { listHashes, listStreamed } from './stream-entries.queries.ts';
import { unsealSecrets } from './stream-secrets.ts';
import { write } from './write-record.ts';

/** Entries and bytes of one batch; one entry goes however long it is. */
const BATCH_MAX = 500;
const BYTES_MAX = 1024 * 1024;
/** And anchors beside them. */
const ANCHORS_MAX = 100;

/** Seconds between one try and the next; the last of them from then on: what is not sent stays in the log. */
const PAUSES = [15, 30, 60, 120, 300, 600, 900];

/** What a stream is to be sent next: `places` end with its records, and may hold entries that it is told nothing of. */
type News = { places: Sealed[]; records: Written[]; anchor_number: number };

/**
 * Sends a stream what is new, once, and moves its cursors on if the sink has taken it, in one transaction: a process that
 * dies in between leaves them where they were, and the next one sends the same again. Whether it was taken.
 */
export async function send(platform: Platform, outside: Outside, stream: TakenStream): Promise<boolean> {
  const news = await readNews(platform, stream);
  const began = performance.now();
  const said = news.records.length > 0 ? await ask(platform, outside, stream, news.records) : TAKEN;
  const batch = batchOf(news.records, said, Math.round(performance.now() - began));
  return platform.database.withSystem('what became of a batch of an audit stream', (db) =>
    keep(db, stream, news, { said, batch }),
  );
}

const TAKEN: Said = { problem: null, status: null, answer: null, retry_after: 0 };

/** Entries are read as the organization whose stream it is: what it does not see, no sink of it does. */
async function readNews({ database }: Pick<Platform, 'database'>, stream: TakenStream): Promise<News> {
  const { organization_id, passed_over_id, shape, batch_max } = stream;
  const found = await database.withSystem('what an audit stream was not sent yet', async (db) => {
    const places = await listNews(db, { kind: 'stream', ...stream }, batch_max);
    return {
      places,
      hashes: await listHashes(
        db,
        places.map(({ audit_id }) => audit_id),
      ),
    };
  });
  const ids = found.places.map(({ audit_id }) => audit_id);
  const entries =
    organization_id === null
      ? await database.withSystem('what an audit stream of the system is sent', (db) => listStreamed(db, ids))
      : await database.withOrganization(organization_id, (db) => listStreamed(db, ids));
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const hashOf = new Map(found.hashes.map((one) => [one.audit_id, one]));
  const news: News = { places: [], records: [], anchor_number: stream.anchor_number };
  let bytes = 0;
  for (const place of found.places) {
    const [entry, hashes] = [entryOf.get(place.audit_id), hashOf.get(place.audit_id)];
    if (entry && hashes && entry.id !== passed_over_id) {
      const written = write(entry.id, recordOf(entry, place, hashes), shape);
      bytes += Buffer.byteLength(written.text);
      if (bytes > BYTES_MAX && news.records.length > 0) break;
      news.records.push(written);
    }
    news.places.push(place);
  }
  // What they are about goes before them.
  if (news.places.length === found.places.length && found.places.length < batch_max)
    await addAnchors(database, stream, news);
  return news;
}

async function addAnchors(database: Platform['database'], stream: TakenStream, news: News): Promise<void> {
  const { organization_id, shape, anchor_number, passed_over_id } = stream;
  const anchors = await database.withSystem('the anchors that an audit stream was not sent yet', (db) =>
    nextAnchors(db, organization_id, anchor_number, ANCHORS_MAX),
  );
  // What is in the table was written by a service that made it of this very shape.
  for (const { id, content } of anchors)
    if (id !== passed_over_id) news.records.push(write(id, JSON.parse(content) as Anchor, shape));
  news.anchor_number = anchors.at(-1)?.number ?? anchor_number;
}

type Asked = Pick<TakenStream, 'id' | 'sink' | 'sealed_secrets'>;

const ask = (platform: Platform, outside: Outside, stream: Asked, records: Written[]): Promise<Said> =>
  sendTo(stream.sink, {
    secrets: unsealSecrets(platform, stream.id, stream.sealed_secrets),
    batch: { id: randomUUID(), records },
    outside,
  });

function batchOf(records: Written[], { problem, status, answer }: Said, duration_ms: number): NewBatch {
  return {
    records: records.length,
    bytes: records.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    first_id: records[0]?.id ?? null,
    last_id: records.at(-1)?.id ?? null,
    problem,
    status,
    answer,
    duration_ms,
  };
}

/** Another process was faster, or a person has changed the stream: nothing of it is kept. */
async function keep(
  db: SystemDb,
  stream: TakenStream,
  { places, records, anchor_number }: News,
  { said, batch }: { said: Said; batch: NewBatch },
): Promise<boolean> {
  if (!(await holdTaken(db, stream))) return false;
  if (records.length > 0) await insertBatch(db, stream, batch);
  if (said.problem === null) {
    if (!(await moveCursors(db, { kind: 'stream', ...stream }, places)))
      throw new Error('the cursors of an audit stream were moved past its lock');
    await noteTaken(db, stream.id, {
      batch_max: Math.min(BATCH_MAX, stream.batch_max * 2),
      has_sent: records.length > 0,
      anchor_number,
    });
  } else await noteFailed(db, stream.id, { ...failureOf(stream, records, said), ...wordsOf(said) });
  await publishAll(db, [
    {
      topic: 'audit_streams',
      object_id: stream.id,
      organization_id: stream.organization_id,
      minimum_role: 'admin',
      profile_ids: [],
    },
  ]);
  return said.problem === null;
}

const wordsOf = ({ problem, status, answer }: Said) => ({ problem: problem ?? '', status, answer });

/**
 * Where a sink refuses what it is sent and does not say which record, half as many are sent next, down to the one that it
 * refuses: it alone is waited for.
 */
function failureOf(stream: TakenStream, records: Written[], { problem, retry_after, refused_at }: Said) {
  const count = records.length;
  const isSought = problem === 'refused' && refused_at === undefined && count > 1;
  const refused = problem === 'refused' ? records[refused_at ?? 0]?.id : undefined;
  const pause = isSought ? 0 : jittered(PAUSES[Math.min(stream.attempts, PAUSES.length - 1)] ?? 0);
  return {
    batch_max: isSought ? Math.ceil(count / 2) : stream.batch_max,
    refused_id: isSought ? null : (refused ?? stream.refused_id),
    pause_seconds: Math.max(pause, retry_after),
  };
}

type Tried = Asked & Pick<TakenStream, 'organization_id' | 'shape'>;

/** Sends a record that is no entry, and is kept nowhere; what the sink said. */
export async function tryOut(platform: Platform, stream: Tried) {
  const at = await platform.database.withSystem('when an audit stream is tried out', (db) => instantOf(db));
  const { id: _id, organization_id, shape } = stream;
  const test = { kind: 'test', id: randomUUID(), at: at.toISOString(), organization_id } as const;
  const outside = await openOutside(platform, new AbortController().signal);
  const began = performance.now();
  const said = await ask(platform, outside, stream, [write(test.id, test, shape)]);
  return { said, duration_ms: Math.round(performance.now() - began) };
}
