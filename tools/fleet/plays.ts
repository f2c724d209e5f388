import { verifyAudit } from '../../server/src/features/audit/verify.service.ts';
import { verifyInvoices } from '../../server/src/features/billing/verify-invoices.service.ts';
import { openPostgres } from '../../server/src/platform/database/database.ts';
import type { Fleet } from './fleet.ts';
import { openStream } from './live-stream.ts';
import { ask, isFailure, p95, secondsDown, startLoad } from './load.ts';
import type { Load } from './load.ts';
import { PASSWORD } from './people.ts';
import { pick, until } from './processes.ts';

/** What is played, and what was seen; it throws where what must hold does not. */
export type Play = {
  name: string;
  /** Seconds, not minutes: it runs with the tests. */
  isFast: boolean;
  run: (fleet: Fleet) => Promise<string>;
};

/** How long a part of the fleet may be missed. */
const DOWN_MAX_SECONDS = 10;
const LOAD_SECONDS = 12;

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(2);
const wait = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

const liveAcrossServers: Play = {
  name: 'a ticket made at one server is told at the others',
  isFast: true,
  run: async ({ url, servers, people: { organizations } }) => {
    const { admin, users } = pick(organizations, 0);
    const streams = await Promise.all(servers.map((server) => openStream(server.url, admin)));
    const made = await ask(
      pick(servers, 0).url,
      pick(users, 0),
      'POST',
      '/api/tickets',
      { title: 'Vivo', description: 'x' },
      { origin: url },
    );
    must(made.status === 201, `the ticket was answered ${made.status}`);
    const { id } = made.json as { id: string };
    const since = performance.now();
    await until('all servers told it', async () => streams.every((stream) => stream.text().includes(id)), 5);
    for (const stream of streams) stream.close();
    return `${servers.length} of ${servers.length} after ${seconds(since)} s`;
  },
};

const revokedEverywhere: Play = {
  name: 'a session that was ended is refused by all servers within a second',
  isFast: true,
  run: async ({ url, servers, people: { organizations } }) => {
    const member = pick(pick(organizations, 1).users, 0);
    const asked = () => Promise.all(servers.map((server) => ask(server.url, member, 'GET', '/api/tickets')));
    must(
      (await asked()).every(({ status }) => status === 200),
      'it was not open before',
    );
    const since = performance.now();
    const ended = await ask(pick(servers, 0).url, member, 'DELETE', '/api/session', undefined, {
      origin: url,
    });
    must(ended.status < 300, `the sign-out was answered ${ended.status}`);
    const after = await asked();
    must(
      after.every(({ status }) => status === 401),
      `answers: ${after.map(({ status }) => status).join(', ')}`,
    );
    const took = seconds(since);
    must(Number(took) < 1, `it took ${took} s`);
    return `401 from ${servers.length} after ${took} s`;
  },
};

const limitCountsOnce: Play = {
  name: 'wrong passwords at three servers count once',
  isFast: true,
  run: async ({ url, servers, people: { organizations } }) => {
    const { email } = pick(pick(organizations, 2).users, 0);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        ask(
          pick(servers, n).url,
          { cookie: '' },
          'POST',
          '/api/session',
          { email, password: `${PASSWORD}-no` },
          {
            origin: url,
            'x-forwarded-for': '203.0.113.7',
          },
        ),
      ),
    );
    const count = (status: number) => answers.filter((each) => each.status === status).length;
    must(count(401) === 10 && count(429) === 20, `401: ${count(401)}, 429: ${count(429)}`);
    return '30 at once: 10 answered, 20 refused';
  },
};

const jobsOnce: Play = {
  name: 'each mail of some invitations is sent once',
  isFast: true,
  run: async ({ url, mails, people: { organizations, super_admin } }) => {
    const { id } = pick(organizations, 3);
    const wanted = Array.from({ length: 5 }, (_, n) => `invitada-${n}@fleet.test`);
    for (const email of wanted) {
      const made = await ask(
        url,
        super_admin,
        'POST',
        '/api/invitations',
        { email, role: 'user', organization_id: id },
        { origin: url },
      );
      must(made.status === 201, `an invitation was answered ${made.status}`);
    }
    const sentTo = (email: string) => mails.received.filter(({ to }) => to.includes(email)).length;
    await until('all are sent', async () => wanted.every((email) => sentTo(email) > 0), 30);
    must(
      wanted.every((email) => sentTo(email) === 1),
      'one was sent twice',
    );
    return `${wanted.length} of ${wanted.length}, none twice`;
  },
};

const seatsAndInvoices: Play = {
  name: 'seats and invoice numbers raced over three servers',
  isFast: true,
  run: async ({ url, servers, people: { organizations, super_admin } }) => {
    const { id, admin } = pick(organizations, 4);
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        ask(
          pick(servers, n).url,
          admin,
          'POST',
          '/api/users',
          {
            first_name: 'Ana',
            last_name: `Plaza ${n}`,
            email: `plaza-${n}@fleet.test`,
            role: 'user',
          },
          { origin: url },
        ),
      ),
    );
    const added = people.filter(({ status }) => status === 201).length;
    must(added === 5, `${added} people for 5 seats`);
    const invoices = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask(
          pick(servers, n).url,
          super_admin,
          'POST',
          '/api/invoices',
          {
            organization_id: id,
            lines: [{ description: 'Horas', quantity: 1, unit_price_cents: 1_000 }],
            request_id: crypto.randomUUID(),
          },
          { origin: url },
        ),
      ),
    );
    must(
      invoices.every(({ status }) => status === 201),
      `invoices: ${invoices.map(({ status }) => status).join(', ')}`,
    );
    const codes = invoices.map(({ json }) => Number(/(\d+)$/.exec((json as { code: string }).code)?.[1]));
    codes.sort((a, b) => a - b);
    must(
      codes.every((code, n) => code === pick(codes, 0) + n),
      `numbers: ${codes.join(', ')}`,
    );
    return `5 of 12 people for 5 seats; 20 invoices numbered without a gap`;
  },
};

const ownChangeIsSeen: Play = {
  name: 'what one has just made is in one’s next list, at every server',
  isFast: true,
  run: async ({ url, servers, people: { organizations } }) => {
    const { admin } = pick(organizations, 5);
    let seen = 0;
    for (let n = 0; n < 60; n++) {
      const title = `Propio ${n}`;
      const made = await ask(
        pick(servers, n).url,
        admin,
        'POST',
        '/api/tickets',
        { title, description: 'x' },
        { origin: url },
      );
      const { id } = made.json as { id: string };
      const list = await ask(pick(servers, n + 1).url, admin, 'GET', '/api/tickets');
      if (JSON.stringify(list.json).includes(id)) seen++;
    }
    must(seen === 60, `${seen} of 60`);
    return '60 of 60';
  },
};

const rollingRestart: Play = {
  name: 'all servers restarted, one after the other, under 200 people',
  isFast: false,
  run: async (fleet) => {
    const load = startLoad(fleet);
    await wait(3);
    for (const server of fleet.servers) await server.restart();
    await wait(3);
    await load.stop();
    const failed = load.answers.filter(isFailure);
    must(failed.length === 0, `${failed.length} of ${load.answers.length} failed: ${namesOf(failed)}`);
    return `${load.answers.length} requests, 0 failed, p95 ${p95(load.answers)} ms`;
  },
};

const namesOf = (failed: Load['answers']) =>
  [...new Set(failed.map(({ status, what }) => `${status} ${what}`))].slice(0, 6).join('; ');

/** Plays a loss under load: what was acknowledged is kept, and the service is back within ten seconds. */
async function lose(fleet: Fleet, kill: () => void, back: () => Promise<void>): Promise<string> {
  const load = startLoad(fleet);
  const streams = await Promise.all(
    fleet.servers.map((server) => openStream(server.url, pick(fleet.people.organizations, 6).admin)),
  );
  await wait(3);
  kill();
  await back();
  await wait(LOAD_SECONDS);
  await load.stop();
  for (const stream of streams) stream.close();
  const down = secondsDown(load.answers);
  must(down <= DOWN_MAX_SECONDS, `requests failed for ${down.toFixed(1)} s`);
  const lost = await missingTickets(fleet, load.acknowledged);
  must(lost === 0, `${lost} of ${load.acknowledged.length} acknowledged tickets are gone`);
  const failed = load.answers.filter(isFailure).length;
  return (
    `${load.answers.length} requests, ${failed} failed within ${down.toFixed(1)} s; ` +
    `${load.acknowledged.length} acknowledged writes, 0 lost`
  );
}

async function missingTickets(fleet: Fleet, ids: string[]): Promise<number> {
  const database = openPostgres(fleet.env['DATABASE_DIRECT_URL'] ?? '', 2);
  try {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from tickets where id = any($1::uuid[])',
      [ids],
    );
    return ids.length - rows.length;
  } finally {
    await database.close();
  }
}

/** The chains of the audit log and of invoices, recomputed. */
async function verifyChains(fleet: Fleet): Promise<string> {
  const database = openPostgres(fleet.env['DATABASE_DIRECT_URL'] ?? '', 2);
  try {
    const audit = await verifyAudit(database);
    const invoices = await verifyInvoices(database);
    must(audit.problems.length === 0, `the audit log has ${audit.problems.length} problems`);
    must(invoices.problems.length === 0, `invoices have ${invoices.problems.length} problems`);
    return `${audit.rows} audited changes and ${invoices.invoices} invoices intact`;
  } finally {
    await database.close();
  }
}

const serverLost: Play = {
  name: 'a server killed under load',
  isFast: false,
  run: (fleet) => {
    const [server] = fleet.servers;
    return lose(
      fleet,
      () => server?.kill(),
      async () => server?.restart(),
    );
  },
};

const replicaLost: Play = {
  name: 'the standby stops replaying: lists are right all the same',
  isFast: true,
  run: async (fleet) => {
    await fleet.postgres.standby.query('select pg_wal_replay_pause()');
    try {
      return await ownChangeIsSeen.run(fleet);
    } finally {
      await fleet.postgres.standby.query('select pg_wal_replay_resume()');
    }
  },
};

const primaryLost: Play = {
  name: 'the primary killed under load: the standby takes over',
  isFast: false,
  run: async (fleet) => {
    const told = await lose(fleet, fleet.postgres.primary.kill, () =>
      until(
        'the standby is the primary',
        async () =>
          (await fleet.postgres.standby.query('select pg_is_in_recovery() as so'))[0]?.['so'] === false,
        30,
      ),
    );
    return `${told}; ${await verifyChains(fleet)}; ${await liveAcrossServers.run(fleet)} live`;
  },
};

/** In this order: what takes parts away comes last. */
export const PLAYS: Play[] = [
  liveAcrossServers,
  revokedEverywhere,
  limitCountsOnce,
  jobsOnce,
  seatsAndInvoices,
  ownChangeIsSeen,
  replicaLost,
  rollingRestart,
  serverLost,
  primaryLost,
];
