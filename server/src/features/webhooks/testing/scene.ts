import type { Webhook } from '@atalaya/contract/webhooks';
import type { By } from '../../../platform/core/actor.ts';
import { THE_SERVER, recordChange } from '../../../platform/records/audit.ts';
import type { Change } from '../../../platform/records/audit.ts';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { openWebhookWorker } from '../webhooks.worker.ts';
import type { WebhookWorker } from '../webhooks.worker.ts';
import { openReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

export type Made = { item: Webhook; secret: string };

export type Scene = {
  server: TestServer;
  receiver: Receiver;
  ours: Cast;
  theirs: Cast;
  worker: WebhookWorker;
  /** Another process of the same database. */
  other: WebhookWorker;
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** An endpoint of our organization, by its admin, or of the whole system. */
  add(path: string, values?: object, of?: 'ours' | 'theirs' | 'system'): Promise<Made>;
  /** A change of an object of our organization, in a transaction of its own. */
  change(values?: Partial<Change>, by?: By): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds that a receiver has in tests. */
const ANSWER_MS = 400;

/** A server with a receiver that it may send to, and two organizations. No worker runs but as the test says. */
export async function openScene(): Promise<Scene> {
  const receiver = await openReceiver();
  const database = await openTestDatabase(20);
  const server = await startTestServer({ database, env: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
  const [ours, theirs] = [await server.makeCast(), await server.makeCast()];
  const who = { ours: ours.admin, theirs: theirs.admin, system: ours.super_admin };
  return {
    server,
    receiver,
    ours,
    theirs,
    worker: openWebhookWorker(server.platform, ANSWER_MS),
    other: openWebhookWorker(server.platform, ANSWER_MS),
    query: async <T>(text: string, values: unknown[] = []) =>
      (await database.pool.query(text, values)).rows as T[],
    add: async (path, values = {}, of = 'ours') => {
      const payload = { url: receiver.at(path), ...values };
      const made = await server.send({
        method: 'POST',
        url: '/api/webhooks',
        cookie: who[of].cookie,
        payload,
      });
      if (made.statusCode !== 201) throw new Error(made.body);
      return made.json<Made>();
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
      await receiver.close();
    },
  };
}
