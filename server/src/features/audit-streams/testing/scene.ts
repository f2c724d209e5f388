import type { AuditStream } from '@atalaya/contract/audit-streams';
import type { By } from '../../../platform/core/actor.ts';
import { THE_SERVER, recordChange } from '../../../platform/records/audit.ts';
import type { Change } from '../../../platform/records/audit.ts';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { openStreamWorker } from '../audit-streams.worker.ts';
import type { StreamWorker } from '../audit-streams.worker.ts';
import { openFakeSinks } from './fake-sinks.ts';
import type { FakeSinks } from './fake-sinks.ts';

export type Owner = 'ours' | 'theirs' | 'system';

export type Scene = {
  server: TestServer;
  sinks: FakeSinks;
  ours: Cast;
  theirs: Cast;
  worker: StreamWorker;
  /** Another process of the same database. */
  other: StreamWorker;
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** A stream of our organization, by its admin, of the other one, or of the whole system. */
  add(sink: object, values?: object, of?: Owner): Promise<AuditStream>;
  /** The same to a path of its own of any address. */
  addPlain(path: string, values?: object, of?: Owner): Promise<AuditStream>;
  read(stream: AuditStream): Promise<AuditStream>;
  /** Has what waits for its next try be tried now. */
  due(stream: AuditStream): Promise<void>;
  /** A change of an object of our organization, in a transaction of its own. */
  change(values?: Partial<Change>, by?: By): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds that a sink has in tests. */
const ANSWER_MS = 400;

/** A server with sinks that it may send to, and two organizations. No worker runs but as the test says. */
export async function openScene(): Promise<Scene> {
  const sinks = await openFakeSinks();
  const database = await openTestDatabase(20);
  const server = await startTestServer({ database, env: { OUTBOUND_ALLOWED_HOSTS: sinks.host } });
  const [ours, theirs] = [await server.makeCast(), await server.makeCast()];
  const who = { ours: ours.admin, theirs: theirs.admin, system: ours.super_admin };
  const query = async <T>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as T[];
  const add: Scene['add'] = async (sink, values = {}, of = 'ours') => {
    // Each test has its own: there is room for five.
    await query('delete from audit_streams where organization_id is not distinct from $1', [
      of === 'system' ? null : { ours, theirs }[of].organization.id,
    ]);
    return addBeside(sink, values, of);
  };
  const addBeside = async (sink: object, values: object, of: Owner) => {
    const payload = { name: 'SIEM', sink, ...values };
    const made = await server.send({
      method: 'POST',
      url: '/api/audit-streams',
      cookie: who[of].cookie,
      payload,
    });
    if (made.statusCode !== 201) throw new Error(made.body);
    return made.json<AuditStream>();
  };
  return {
    server,
    sinks,
    ours,
    theirs,
    worker: openStreamWorker(server.platform, ANSWER_MS),
    other: openStreamWorker(server.platform, ANSWER_MS),
    query,
    add,
    addPlain: (path, values, of) =>
      addBeside(
        { kind: 'https', url: `${sinks.url}${path}`, auth: 'none', header: '' },
        values ?? {},
        of ?? 'ours',
      ),
    read: async ({ id, organization_id }) => {
      const which = organization_id ? `?organization_id=${organization_id}` : '';
      const list = await server.send({ url: `/api/audit-streams${which}`, cookie: ours.super_admin.cookie });
      const found = list.json<{ items: AuditStream[] }>().items.find((one) => one.id === id);
      if (!found) throw new Error('the stream is gone');
      return found;
    },
    due: async ({ id }) => {
      await query('update audit_streams set due_at = now() where id = $1', [id]);
    },
    change: (values = {}, by) =>
      database.withSystem('a change for a test', (db) =>
        recordChange(db, by ?? THE_SERVER, {
          action: 'user.updated',
          object_type: 'user',
          object_id: ours.user.id,
          organization_id: ours.organization.id,
          before: { phone: null },
          after: { phone: '600' },
          ...values,
        }),
      ),
    close: async () => {
      await server.close();
      await database.close();
      await sinks.close();
    },
  };
}
