import path from 'node:path';
import { makeCrowd } from '../server/src/platform/testing/crowd.ts';
import { connect, letAssistantsIn } from './data.queries.ts';
import { makeDatabase, serverEnv, startOurs } from './measure-size.ts';

/** What a call of a tool may take more than its route, at the median. */
const MOST_MS = 20;
/** Not counted: the first calls meet code that is not compiled yet. */
const WARM = 30;

type Row = { what: string; median: number; p95: number; bytes: number };

/**
 * What an assistant waits for, one request after another, beside the route that its tool is carried out by: a table, and
 * whether it is within its bound.
 */
export async function measureAssistants(asked: {
  folder: string;
  socket: string;
  people: number;
  times: number;
}) {
  const url = await makeDatabase(asked.socket, 'assistants', 1);
  const env = serverEnv(path.join(asked.folder, 'assistants'), url);
  const cookie = await makeCrowd({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }, asked.people);
  const client = await connect(url);
  await letAssistantsIn(client);
  await client.end();
  const server = await startOurs(env);
  try {
    const send = async <T>(method: string, at: string, body: object, headers: Record<string, string>) => {
      const answer = await fetch(server.url + at, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: method === 'GET' ? null : JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${text}`);
      return { bytes: text.length, json: () => JSON.parse(text) as T };
    };
    const signedIn = { cookie, origin: server.url };
    const key = { name: 'Medida', scopes: ['users:read'], expires_in_days: 1 };
    const made = await send<{ token: string }>('POST', '/api/profile/api-keys', key, signedIn);
    const program = {
      authorization: `Bearer ${made.json().token}`,
      accept: 'application/json, text/event-stream',
    };
    const message =
      (method: string, params: object = {}) =>
      () =>
        send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, program);
    const rows = [
      await measure('GET /api/users', asked.times, () => send('GET', '/api/users', {}, program)),
      await measure(
        'list_people',
        asked.times,
        message('tools/call', { name: 'list_people', arguments: {} }),
      ),
      await measure('tools/list', asked.times, message('tools/list')),
    ];
    const [route, tool] = rows;
    const more = (tool?.median ?? 0) - (route?.median ?? 0);
    return { table: tableOf(rows, asked.times, more), holds: more <= MOST_MS };
  } finally {
    await server.stop();
  }
}

async function measure(what: string, times: number, call: () => Promise<{ bytes: number }>): Promise<Row> {
  for (let nth = 0; nth < WARM; nth++) await call();
  const took: number[] = [];
  let bytes = 0;
  for (let nth = 0; nth < times; nth++) {
    const begun = performance.now();
    ({ bytes } = await call());
    took.push(performance.now() - begun);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(times * share)] ?? Number.NaN;
  return { what, median: at(0.5), p95: at(0.95), bytes };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const tableOf = (rows: Row[], times: number, more: number) =>
  [
    row([`${times} of each`, 'median', 'p95', 'answer']),
    row(['---', '--:', '--:', '--:']),
    ...rows.map(({ what, median, p95, bytes }) =>
      row([what, ms(median), ms(p95), `${(bytes / 1024).toFixed(1)} kB`]),
    ),
    '',
    `The tool takes ${ms(more)} more than its route (at most ${MOST_MS}: ${more <= MOST_MS ? 'holds' : 'FAILS'}).`,
  ].join('\n');
