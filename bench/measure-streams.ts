import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../server/src/platform/core/config.ts';
import { publish } from '../server/src/platform/live/publish.ts';
import { closePlatform, openPlatform } from '../server/src/platform/process/platform.ts';
import type { Platform } from '../server/src/platform/process/platform.ts';
import { insertPerson } from '../server/src/platform/testing/people.queries.ts';
import { silentLog } from '../server/src/platform/testing/silent-log.ts';
import { urlOf } from './database-server.ts';
import { connect } from './data.queries.ts';
import { start } from './processes.ts';

const ROOT = path.join(import.meta.dirname, '..');
const STREAMS = 500;
/** Less than what one person may open. */
const EACH = 10;
/** MiB that the streams may cost. */
const AT_MOST = 100;
const SETTLED = 3_000;
const NOWHERE = { ip_address: null, user_agent: null, request_id: null };

/** What 500 open streams of live events cost the server in memory, as a line; all of them hear an event first. */
export async function measureStreams({
  folder,
  socket,
}: {
  folder: string;
  socket: string;
}): Promise<string> {
  const client = await connect(urlOf(socket, 'postgres'));
  await client.query('create database bench_streams');
  await client.end();
  const env = {
    DATABASE_URL: urlOf(socket, 'bench_streams'),
    FILES: 'shared',
    AUTH_SECRET: 'a secret of the bench, long enough for it',
    DATA_DIR: path.join(folder, 'streams'),
    DEMO: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  const command = { cwd: ROOT, env, ready: '/api/health/ready' };
  const server = await start(process.execPath, ['server/dist/main.js'], command);
  const config = loadConfig({ ...env, PUBLIC_URL: server.url });
  const platform = await openPlatform(config, silentLog);
  const agent = new Agent();
  try {
    const cookies = await signInMany(platform);
    // What the first ones bring along is paid once.
    const first = await openAll(server.url, agent, cookies.slice(0, 2));
    await setTimeout(SETTLED);
    const before = server.memory();
    for (const stream of first) stream.destroy();
    const streams = await openAll(server.url, agent, cookies);
    const heard = streams.map((stream) => hears(stream, 'event: news'));
    await tellAll(platform);
    await Promise.all(heard);
    await setTimeout(SETTLED);
    const cost = server.memory() - before;
    for (const stream of streams) stream.destroy();
    const verdict = cost <= AT_MOST ? 'within' : 'above';
    return `${streams.length} open streams cost ${cost.toFixed(1)} MiB, ${verdict} the ${AT_MOST} they may (${before.toFixed(0)} MiB before them)`;
  } finally {
    agent.destroy();
    await closePlatform(platform);
    await server.stop();
  }
}

async function openAll(url: string, agent: Agent, cookies: string[]): Promise<IncomingMessage[]> {
  const streams = [];
  for (const cookie of cookies)
    streams.push(...(await Promise.all(Array.from({ length: EACH }, () => open(url, agent, cookie)))));
  return streams;
}

async function tellAll(platform: Platform): Promise<void> {
  await platform.database.withSystem('tell for the bench', (db) =>
    publish(db, {
      topic: 'tickets',
      object_id: '00000000-0000-7000-8000-000000000000',
      organization_id: null,
      minimum_role: 'super_admin',
      profile_ids: [],
    }),
  );
}

/** As many super_admins as it takes, each with a session; theirs are the Cookie headers. */
async function signInMany(platform: Platform): Promise<string[]> {
  const cookies = [];
  for (let made = 0; made < STREAMS / EACH; made++) {
    const token = await platform.database.withSystem('people for the bench', async (db) => {
      const { user_id } = await insertPerson(db, { role: 'super_admin' });
      return (await platform.accounts.openSession(db, user_id, NOWHERE)).token;
    });
    cookies.push(platform.accounts.sessionCookie(token).split(';', 1)[0] ?? '');
  }
  return cookies;
}

async function open(url: string, agent: Agent, cookie: string): Promise<IncomingMessage> {
  const asked = request(`${url}/api/live`, { agent, headers: { cookie } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`a stream was refused with ${answer.statusCode}`);
  await hears(answer, 'event: ready');
  return answer;
}

function hears(stream: IncomingMessage, what: string): Promise<void> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (part: Buffer) => {
      text = `${text}${part.toString()}`.slice(-2_000);
      if (text.includes(what)) resolve();
    });
  });
}
