import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** What the body says. */
  event: { id: string; type: string; order: number; object: { type: string; id: string } };
};

export type Receiver = {
  /** As OUTBOUND_ALLOWED_HOSTS names it. */
  host: string;
  /** An address below which it answers as the path says: /ok, /hang, /reset, /drip, /away, /gone, /later, /fails. */
  at(path: string): string;
  received: Received[];
  /** What came to a path. */
  of(path: string): Received[];
  /** Answers what comes to a path differently from now on. */
  answers(path: string, status: number): void;
  close(): Promise<void>;
};

/** What receives webhooks in tests: a server that keeps what comes, and behaves as its paths say. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const statuses = new Map<string, number>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const [path, body] = [request.url ?? '', Buffer.concat(parts).toString()];
      received.push({ path, headers: request.headers, body, event: JSON.parse(body) as Received['event'] });
      const status = statuses.get(path);
      if (status === undefined) behave(path.split('/')[1] ?? '', response);
      else response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    at: (path) => `http://${host}${path}`,
    received,
    of: (path) => received.filter((one) => one.path === path),
    answers: (path, status) => {
      statuses.set(path, status);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Bytes of an answer that has no end. */
const DRIP_MS = 20;

function behave(how: string, response: ServerResponse): void {
  if (how === 'hang') return;
  if (how === 'reset') return void response.destroy();
  if (how === 'drip') return drip(response);
  if (how === 'away') return void response.writeHead(302, { location: '/ok/inside' }).end();
  if (how === 'gone') return void response.writeHead(410).end();
  if (how === 'later') return void response.writeHead(503, { 'retry-after': '7200' }).end('later');
  if (how === 'fails') return void response.writeHead(500).end('whsec_QUJD v1,QUJD \u0000 no');
  response.end('received');
}

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}
