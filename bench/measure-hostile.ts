import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { answersTable, areAsMeant, startAnswers } from './hostile-answers.ts';
import type { Answers } from './hostile-answers.ts';
import { KINDS } from './hostile-kinds.ts';
import type { Hostile } from './hostile-kinds.ts';
import { makeHostilePeople } from './hostile-people.ts';
import { start } from './processes.ts';
import type { Running } from './processes.ts';

/** MiB that the server's process may hold after all of it. */
const AT_MOST = 400;
/** The same for the processes of its database. */
const DATABASE_AT_MOST = 150;
const REST_SECONDS = 30;
const ROOT = path.join(import.meta.dirname, '..');
const ORGANIZATIONS = 10;
const USERS = 9;

/**
 * What heavy and hostile use leaves in memory, on the embedded database: for so many minutes, rounds of one kind after
 * the other (KINDS), then a rest. A row for each kind: by how much the process grew in its rounds; and a row for each
 * request: how it was answered, which must be as it is meant.
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
    INBOUND_MAIL_SECRET: 'a secret of the mail server, long enough',
    INBOUND_MAIL_ADDRESS: 'soporte+{token}@ayuda.test',
  };
  const people = await makeHostilePeople(env, ORGANIZATIONS, USERS);
  const command = { cwd: ROOT, env, ready: '/api/health/ready' };
  const server = await start(process.execPath, ['server/dist/main.js'], command);
  try {
    const answers = startAnswers();
    const hostile = { url: server.url, env, ...people, answers };
    const begun = server.memory();
    const { kinds, most } = await playRounds(server, hostile, minutes);
    await setTimeout(REST_SECONDS * 1_000);
    const after = server.memory();
    const database = server.databaseMemory();
    const summary =
      `${minutes} minutes: ${begun.toFixed(0)} MiB before, ${most.toFixed(0)} at most, ${after.toFixed(0)} after a rest ` +
      `of ${REST_SECONDS} s (bar ${AT_MOST}); the database's processes ${database.toFixed(0)} (bar ${DATABASE_AT_MOST}).`;
    return {
      table: [kindsTable(kinds), summary, answersTable(answers)].join('\n\n'),
      holds: after <= AT_MOST && database <= DATABASE_AT_MOST && areAsMeant(answers),
    };
  } finally {
    await server.stop();
  }
}

/** MiB that the process grew in all rounds of a kind: at most in one, and from their beginnings to their ends. */
type Grown = { rounds: number; most: number; left: number };

/** Rounds of one kind after the other, for so many minutes. */
async function playRounds(server: Running, hostile: Hostile, minutes: number) {
  const kinds = new Map<string, Grown>();
  let most = server.memory();
  const end = performance.now() + minutes * 60_000;
  for (let n = 0; performance.now() < end; n++) {
    const kind = KINDS[n % KINDS.length];
    if (!kind) break;
    const before = server.memory();
    const peak = await peakDuring(server, hostile.answers, kind.name, kind.round(hostile));
    const row = kinds.get(kind.name) ?? { rounds: 0, most: 0, left: 0 };
    row.rounds++;
    row.most = Math.max(row.most, peak - before);
    row.left += server.memory() - before;
    kinds.set(kind.name, row);
    most = Math.max(most, peak);
  }
  return { kinds, most };
}

function kindsTable(kinds: Map<string, Grown>): string {
  return [
    '| kind | rounds | most that one round added, MiB | what all rounds left, MiB |',
    '|---|---:|---:|---:|',
    ...[...kinds].map(
      ([name, { rounds, most, left }]) => `| ${name} | ${rounds} | ${most.toFixed(0)} | ${left.toFixed(0)} |`,
    ),
  ].join('\n');
}

/** A round that breaks off counts as wrong, and the run goes on: what it measures takes an hour. */
async function peakDuring(
  server: Running,
  answers: Answers,
  name: string,
  work: Promise<unknown>,
): Promise<number> {
  const state = { peak: server.memory(), isOver: false };
  const over = work
    .catch((error: unknown) => answers.note(name, false, String(error)))
    .finally(() => (state.isOver = true));
  while (!state.isOver) {
    await setTimeout(50);
    state.peak = Math.max(state.peak, server.memory());
  }
  await over;
  return state.peak;
}
