import type { Fleet } from './fleet.ts';
import { openStream } from './live-stream.ts';
import { ask } from './load.ts';
import { PASSWORD } from './people.ts';
import type { Member } from './people.ts';
import { must, seconds } from './play.ts';
import type { Play } from './play.ts';
import { pick, until } from './processes.ts';

export const liveAcrossServers: Play = {
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
    try {
      await until('all servers told it', async () => streams.every((stream) => stream.heard(id)), 15);
    } finally {
      for (const stream of streams) stream.close();
    }
    return `${servers.length} of ${servers.length} after ${seconds(since)} s`;
  },
};

/** The session of the nth user of an organization is open at all servers, is ended, and is refused by all at once. */
async function endEverywhere(
  fleet: Fleet,
  n: number,
  end: (member: Member, admin: Member) => [Member, string],
) {
  const { url, servers, people } = fleet;
  const { admin, users } = pick(people.organizations, 1);
  const member = pick(users, n);
  const statuses = async () => {
    const asked = servers.map((server) => ask(server.url, member, 'GET', '/api/tickets'));
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  const before = await statuses();
  must(
    before.every((status) => status === 200),
    `it was not open before: ${before.join(', ')}`,
  );
  const [by, address] = end(member, admin);
  const ended = await ask(pick(servers, 0).url, by, 'DELETE', address, undefined, { origin: url });
  must(ended.status < 300, `ending it was answered ${ended.status}`);
  const since = performance.now();
  // Asked once: no process may answer from what it has read before.
  const after = await statuses();
  must(
    after.every((status) => status === 401),
    `answers: ${after.join(', ')}`,
  );
  return `401 from ${servers.length}, at the first request after it (${seconds(since)} s)`;
}

const signedOutEverywhere: Play = {
  name: 'a session that its owner has ended is refused by all servers',
  isFast: true,
  run: (fleet) => endEverywhere(fleet, 0, (member) => [member, '/api/session']),
};

const revokedEverywhere: Play = {
  name: 'a session that an admin has ended is refused by all servers',
  isFast: true,
  run: (fleet) => endEverywhere(fleet, 1, ({ id }, admin) => [admin, `/api/users/${id}/sessions`]),
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

/** Reads of all servers since they were started that might come from the standby, by where they were answered. */
async function readsOf({ servers, metrics_token }: Fleet): Promise<{ replica: number; primary: number }> {
  const reads = { replica: 0, primary: 0 };
  for (const { url } of servers) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metrics_token}` } });
    const text = await answer.text();
    for (const from of ['replica', 'primary'] as const)
      reads[from] += Number(
        new RegExp(`^database_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
      );
  }
  return reads;
}

const ownChangeIsSeen: Play = {
  name: 'what one has just made is in one’s next list, at every server',
  isFast: true,
  run: async (fleet) => {
    const { url, servers, people } = fleet;
    const { admin } = pick(people.organizations, 5);
    const before = await readsOf(fleet);
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
    const after = await readsOf(fleet);
    must(after.replica > 0, 'no read has come from the standby');
    const [replica, primary] = [after.replica - before.replica, after.primary - before.primary];
    return `60 of 60, read ${replica} times from the standby and ${primary} times from the primary`;
  },
};

const replicaLags: Play = {
  name: 'the same while the standby, which lists are read from, stops replaying',
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

/** What several servers keep together. */
export const SHARED_PLAYS: Play[] = [
  liveAcrossServers,
  signedOutEverywhere,
  revokedEverywhere,
  limitCountsOnce,
  jobsOnce,
  seatsAndInvoices,
  ownChangeIsSeen,
  replicaLags,
];
