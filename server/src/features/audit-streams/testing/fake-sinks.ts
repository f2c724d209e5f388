import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'a token that the sinks of tests know';

/** What came in one request. */
export type Came = { path: string; headers: IncomingHttpHeaders; body: string };
/** A record as it arrived, whichever its sink. */
export type Arrived = Record<string, unknown> & { id: string; action?: string };

type Answer = { status: number; headers?: Record<string, string>; body?: string };

export type FakeSinks = {
  /** As OUTBOUND_ALLOWED_HOSTS names it. */
  host: string;
  url: string;
  came: Came[];
  /** The records that a path has taken, each request's one after the other. */
  taken(path: string): Arrived[];
  /** Documents of an index by their ids. */
  documents(index: string): Map<string, Arrived>;
  /** Answers all that comes to a path so from now on, and takes nothing; null: as it would by itself. */
  answers(path: string, answer: Answer | 'nothing' | null): void;
  /** Refuses each record that has this action, as its kind of sink does. */
  refuses(action: string | null): void;
  close(): Promise<void>;
};

/**
 * What takes records in tests, by the protocols of those that it takes the place of: `/ndjson/…` any address, `/services/collector/event`
 * Splunk's collector, `/<index>/_bulk` Elasticsearch.
 */
export async function openFakeSinks(): Promise<FakeSinks> {
  const came: Came[] = [];
  const taken = new Map<string, Arrived[]>();
  const documents = new Map<string, Map<string, Arrived>>();
  const answers = new Map<string, Answer | 'nothing'>();
  let refused: string | null = null;
  const isRefused = ({ action }: Arrived) => action !== undefined && action === refused;
  const take = (path: string, records: Arrived[]) =>
    taken.set(path, [...(taken.get(path) ?? []), ...records]);
  const index = (name: string) => {
    const found = documents.get(name) ?? new Map<string, Arrived>();
    documents.set(name, found);
    return found;
  };

  const ndjson = ({ path, body }: Came): Answer => {
    const records = linesOf(body);
    if (records.some(isRefused)) return { status: 400, body: 'one of them is wrong' };
    take(path, records);
    return { status: 202 };
  };
  const splunk = ({ path, body, headers }: Came): Answer => {
    if (headers.authorization !== `Splunk ${TOKEN}`)
      return { status: 403, body: `{"text":"Invalid token ${String(headers.authorization)}","code":4}` };
    const records = linesOf<{ event: Arrived }>(body).map(({ event }) => event);
    const wrong = records.findIndex(isRefused);
    take(path, wrong === -1 ? records : records.slice(0, wrong));
    return wrong === -1
      ? { status: 200, body: '{"text":"Success","code":0}' }
      : { status: 400, body: `{"text":"Invalid data format","code":6,"invalid-event-number":${wrong}}` };
  };
  const elastic = ({ path, body, headers }: Came): Answer => {
    const [, name = ''] = path.split('/');
    if (headers.authorization !== `ApiKey ${TOKEN}` && headers.authorization !== BASIC)
      return { status: 401, body: '{"error":{"reason":"unable to authenticate"}}' };
    const lines = linesOf<Arrived & { create?: { _id: string } }>(body);
    const items = lines.flatMap((line, at) => {
      const id = line.create?._id;
      const document = lines[at + 1];
      return id && document ? [{ create: created(index(name), id, document, isRefused(document)) }] : [];
    });
    const errors = items.some(({ create }) => create.status >= 300);
    return { status: 200, body: JSON.stringify({ errors, items }) };
  };
  const kindOf = (path: string) =>
    path.startsWith('/services/') ? splunk : path.endsWith('/_bulk') ? elastic : ndjson;

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://sink');
      const one = { path: pathname, headers: request.headers, body: Buffer.concat(parts).toString() };
      came.push(one);
      const fixed = answers.get(pathname);
      if (fixed === 'nothing') return;
      reply(response, fixed ?? kindOf(pathname)(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    came,
    taken: (path) => taken.get(path) ?? [],
    documents: index,
    answers: (path, answer) => {
      if (answer === null) answers.delete(path);
      else answers.set(path, answer);
    },
    refuses: (action) => {
      refused = action;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const BASIC = `Basic ${Buffer.from(`atalaya:${TOKEN}`).toString('base64')}`;

const linesOf = <T = Arrived>(body: string): T[] =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** As Elasticsearch answers the creation of one document. */
function created(index: Map<string, Arrived>, id: string, document: Arrived, isRefused: boolean) {
  if (index.has(id))
    return { status: 409, error: { type: 'version_conflict_engine_exception', reason: 'exists' } };
  if (isRefused)
    return {
      status: 400,
      error: { type: 'document_parsing_exception', reason: 'failed to parse field [after]' },
    };
  index.set(id, document);
  return { status: 201 };
}

function reply(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  response.writeHead(status, headers).end(body);
}
