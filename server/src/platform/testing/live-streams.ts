import { once } from 'node:events';
import { request as requestOver } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import type { ErrorBody } from '@atalaya/contract/errors';
import type { TestServer } from './server.ts';

/** One event as a browser reads it. */
export type LiveMessage = { id: string; event: string; data: unknown };

export type TestStream = {
  /** The next event; null once the stream has ended. */
  next(): Promise<LiveMessage | null>;
  /** Goes away, as a closed tab does. */
  close(): void;
};

/** The answer to GET /api/live over a real connection: the stream never ends by itself, so nothing else will do. */
export async function askForLive(
  server: TestServer,
  { cookie, last_id, after }: { cookie?: string | undefined; last_id?: string; after?: string },
): Promise<IncomingMessage> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const headers = { ...(cookie ? { cookie } : {}), ...(last_id ? { 'last-event-id': last_id } : {}) };
  const request = requestOver({
    port,
    host: '127.0.0.1',
    path: `/api/live${after ? `?after=${after}` : ''}`,
    headers,
    agent: false,
  }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

/** The status of GET /api/live, and the code where it was refused; the stream is closed at once. */
export async function knockAtLive(server: TestServer, cookie?: string) {
  const answer = await askForLive(server, { cookie });
  const statusCode = answer.statusCode ?? 0;
  const body = statusCode === 200 ? null : ((await json(answer)) as ErrorBody);
  answer.destroy();
  return { statusCode, json: <T>() => body as T };
}

/** A stream of live events that has said `ready`. */
export async function openTestStream(
  server: TestServer,
  options: { cookie: string; last_id?: string; after?: string },
): Promise<TestStream> {
  const answer = await askForLive(server, options);
  if (answer.statusCode !== 200) throw new Error(`the stream was refused with ${answer.statusCode}`);
  const messages = messagesOf(answer);
  const next = async () => (await messages.next()).value ?? null;
  const first = await next();
  if (first?.event !== 'ready') throw new Error(`the stream began with ${first?.event}`);
  return { next, close: () => answer.destroy() };
}

async function* messagesOf(answer: IncomingMessage): AsyncGenerator<LiveMessage, undefined> {
  let fields: Record<string, string> = {};
  for await (const line of createInterface({ input: answer })) {
    const [, field, value] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (field) fields[field] = value ?? '';
    // An empty line ends an event; one without data is a heartbeat.
    else if (fields['data']) {
      const { id = '', event = '', data } = fields;
      yield { id, event, data: JSON.parse(data) };
      fields = {};
    } else fields = {};
  }
  return undefined;
}
