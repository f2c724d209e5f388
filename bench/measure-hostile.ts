import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { makeSignedInPeople } from '../server/src/platform/testing/signed-in-people.ts';
import { start } from './processes.ts';
import type { Running } from './processes.ts';

/** MiB that the server's process may hold after all of it. */
const AT_MOST = 400;
/** The same for the processes of its database. */
const DATABASE_AT_MOST = 150;
const REST_SECONDS = 30;
const ROOT = path.join(import.meta.dirname, '..');
const SECRET = 'a secret of the mail server, long enough';

type Hostile = { url: string; admins: string[] };
type Kind = { name: string; round: (hostile: Hostile) => Promise<unknown> };

/**
 * What heavy and hostile use leaves in memory, on the embedded database: for so many minutes, rounds of one kind after
 * the other (KINDS), then a rest. A row for each kind: by how much the process grew in its rounds.
 */
export async function measureHostile(
  folder: string,
  minutes: number,
): Promise<{ table: string; holds: boolean }> {
  const env = {
    AUTH_SECRET: 'a secret of the bench, long enough for it',
    DATA_DIR: path.join(folder, 'hostile'),
    DEMO: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    INBOUND_MAIL_SECRET: SECRET,
    INBOUND_MAIL_ADDRESS: 'soporte+{token}@ayuda.test',
  };
  const cookies = await makeSignedInPeople(env, 10, 10);
  const command = { cwd: ROOT, env, ready: '/api/health/ready' };
  const server = await start(process.execPath, ['server/dist/main.js'], command);
  try {
    const hostile = { url: server.url, admins: cookies.filter((_, n) => n % 10 === 0) };
    const grown = new Map<string, { rounds: number; most: number; left: number }>();
    const begun = server.memory();
    let most = begun;
    const end = performance.now() + minutes * 60_000;
    for (let n = 0; performance.now() < end; n++) {
      const kind = KINDS[n % KINDS.length];
      if (!kind) break;
      const before = server.memory();
      const peak = await peakDuring(server, kind.round(hostile));
      const row = grown.get(kind.name) ?? { rounds: 0, most: 0, left: 0 };
      row.rounds++;
      row.most = Math.max(row.most, peak - before);
      row.left += server.memory() - before;
      grown.set(kind.name, row);
      most = Math.max(most, peak);
    }
    await setTimeout(REST_SECONDS * 1_000);
    const after = server.memory();
    const database = server.databaseMemory();
    const rows = [...grown].map(
      ([name, { rounds, most: high, left }]) =>
        `| ${name} | ${rounds} | ${high.toFixed(0)} | ${left.toFixed(0)} |`,
    );
    const table = [
      '| kind | rounds | most that one round added, MiB | what all rounds left, MiB |',
      '|---|---:|---:|---:|',
      ...rows,
      '',
      `${minutes} minutes: ${begun.toFixed(0)} MiB before, ${most.toFixed(0)} at most, ${after.toFixed(0)} after a rest ` +
        `of ${REST_SECONDS} s (bar ${AT_MOST}); the database's processes ${database.toFixed(0)} (bar ${DATABASE_AT_MOST}).`,
    ].join('\n');
    return { table, holds: after <= AT_MOST && database <= DATABASE_AT_MOST };
  } finally {
    await server.stop();
  }
}

async function peakDuring(server: Running, work: Promise<unknown>): Promise<number> {
  const state = { peak: server.memory(), isOver: false };
  const over = work.catch(() => undefined).finally(() => (state.isOver = true));
  while (!state.isOver) {
    await setTimeout(50);
    state.peak = Math.max(state.peak, server.memory());
  }
  await over;
  return state.peak;
}

const pick = (list: string[], n: number) => list[n % list.length] ?? '';

function send(
  { url, admins }: Hostile,
  n: number,
  address: string,
  body?: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: pick(admins, n), origin: url, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const drained = async (answer: Promise<Response>) => (await answer).arrayBuffer();
const many = (count: number, work: (n: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)));

function formOf(content: Buffer<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return form;
}

/** A picture of so many pixels, small as a file: rows that repeat. */
function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (kind: string, content: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(content.length);
    const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3, 0x5a);
  row[0] = 0;
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const picture = pngOf(5_000, 5_000);
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(9 * 1024 * 1024, 'x'),
  Buffer.from('\n%%EOF'),
]);
const table = Buffer.from(
  `nombre,apellidos,email\n${Array.from({ length: 40_000 }, (_, n) => `Ana,Rey ${n},a${n}@hostile.test`).join('\n')}`,
);
const wide = Buffer.from(Array.from({ length: 95 }, () => ','.repeat(99_000)).join('\n'));

const NASTY = ['<style ', '<', 'a\r\n', '--b\r\n\r\nx\r\n', '=?utf-8?Q?=41?= ', '&#x'];
const mailOf = (form: string) =>
  `From: a@b.test\r\nTo: soporte+nobody@ayuda.test\r\nContent-Type: text/html\r\n\r\n${form.repeat(
    Math.floor((14 * 1024 * 1024) / form.length),
  )}`;

const KINDS: Kind[] = [
  {
    name: 'eight pictures of 25 megapixels at once',
    round: (hostile) =>
      many(8, (n) =>
        drained(send(hostile, n, '/api/ticket-files', formOf(picture, 'foto.png', 'image/png'))),
      ),
  },
  {
    name: 'eight files of 9 MB at once',
    round: (hostile) =>
      many(8, (n) => drained(send(hostile, n, '/api/ticket-files', formOf(pdf, 'a.pdf', 'application/pdf')))),
  },
  {
    name: '64 sign-ins at once',
    round: (hostile) =>
      many(64, (n) =>
        drained(
          send(
            hostile,
            n,
            '/api/session',
            JSON.stringify({ email: `a${n}@hostile.test`, password: 'no lo sé todavía' }),
            { 'content-type': 'application/json' },
          ),
        ),
      ),
  },
  {
    name: 'four imports at once, and four that are refused',
    round: (hostile) =>
      many(8, (n) =>
        drained(
          send(hostile, n, '/api/imports?resource=users', formOf(n % 2 ? wide : table, 'a.csv', 'text/csv')),
        ),
      ),
  },
  {
    name: 'sixteen exports, each left after its beginning',
    round: (hostile) =>
      many(16, async (n) => {
        const aborter = new AbortController();
        const answer = await fetch(`${hostile.url}/api/audit/export`, {
          headers: { cookie: pick(hostile.admins, n) },
          signal: aborter.signal,
        });
        await answer.body?.getReader().read();
        aborter.abort();
      }),
  },
  {
    name: 'mails of 14 MB of nasty forms',
    round: (hostile) =>
      many(NASTY.length, (n) =>
        drained(
          fetch(`${hostile.url}/api/inbound-mail`, {
            method: 'POST',
            headers: { 'content-type': 'message/rfc822', 'x-inbound-mail-secret': SECRET },
            body: mailOf(pick(NASTY, n)),
          }),
        ),
      ),
  },
  {
    name: '100 streams that nobody reads',
    round: async (hostile) => {
      const aborter = new AbortController();
      await many(100, (n) =>
        fetch(`${hostile.url}/api/live`, {
          headers: { cookie: pick(hostile.admins, n) },
          signal: aborter.signal,
        }),
      );
      await many(50, (n) =>
        drained(
          send(
            hostile,
            n,
            '/api/tickets',
            JSON.stringify({ title: 'Ruido', description: 'x'.repeat(4_000) }),
            {
              'content-type': 'application/json',
            },
          ),
        ),
      );
      aborter.abort();
    },
  },
];
