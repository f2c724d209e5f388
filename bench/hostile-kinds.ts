import { createHash, randomUUID } from 'node:crypto';
import type { Import } from '@atalaya/contract/imports';
import type { Ticket } from '@atalaya/contract/tickets';
import type { Transfer } from '@atalaya/contract/transfers';
import { loadConfig } from '../server/src/platform/core/config.ts';
import { replyAddressOf } from '../server/src/features/tickets/inbound-mail/reply-address.ts';
import { answered, jobOver } from './hostile-answers.ts';
import type { Answers, Expected } from './hostile-answers.ts';
import { formOf, mailOf, NASTY, pdf, pngOf, tableOf, wide } from './hostile-files.ts';
import type { Person } from './hostile-people.ts';
import { JSON_TYPE, PASSWORD } from './sign-in.ts';

export type Hostile = {
  url: string;
  env: Record<string, string>;
  admins: Person[];
  users: Person[];
  answers: Answers;
};
export type Kind = { name: string; round: (hostile: Hostile) => Promise<unknown> };

/** Rows of an import that is applied, and drawn pictures of a round. */
const APPLIED_ROWS = 300;
const IDENTICONS = 300;
/** What says that too many wait. */
const FULL = [503];

const large = pngOf(5_000, 5_000, 'grey');
/** As many pixels, from which a square is cut, and four megabytes of which none repeats. */
const broad = pngOf(8_000, 3_100, 'grey');
const noise = pngOf(1_150, 1_150, 'noise');
const tooManyPixels = pngOf(9_000, 3_000, 'grey');

const many = <T>(length: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length }, (_, n) => work(n)));

/** The nth of a list that goes round. @throws where it is empty */
function pick<T>(list: readonly T[], n: number): T {
  const each = list[n % list.length];
  if (each === undefined) throw new Error('an empty list');
  return each;
}

type Sent = { address: string; body?: FormData | string; signal?: AbortSignal };

function send({ url }: Hostile, { cookie }: Pick<Person, 'cookie'>, { address, body, signal }: Sent) {
  return fetch(url + address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, origin: url, ...(typeof body === 'string' ? JSON_TYPE : {}) },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
}

const asked = (hostile: Hostile, by: Pick<Person, 'cookie'>, expected: Expected, sent: Sent) =>
  answered(hostile.answers, expected, send(hostile, by, sent));

const picturesOfTickets: Kind = {
  name: 'eight pictures of 25 megapixels at once',
  round: (hostile) =>
    many(8, (n) => {
      const body = formOf(large, 'foto.png', 'image/png');
      const expected = { what: 'picture of a ticket', status: 201, or: FULL };
      return asked(hostile, pick(hostile.admins, n), expected, { address: '/api/ticket-files', body });
    }),
};

const filesOfTickets: Kind = {
  name: 'eight files of 9 MB at once',
  round: (hostile) =>
    many(8, (n) => {
      const body = formOf(pdf, 'a.pdf', 'application/pdf');
      const expected = { what: 'file of a ticket', status: 201, or: FULL };
      return asked(hostile, pick(hostile.admins, n), expected, { address: '/api/ticket-files', body });
    }),
};

const avatars: Kind = {
  name: 'twelve pictures of people at once, which are cut, and four that are refused',
  round: (hostile) =>
    many(16, (n) => {
      const [content, status] = n % 4 === 3 ? [tooManyPixels, 400] : [n % 2 ? broad : noise, 200];
      const body = formOf(content, 'yo.png', 'image/png');
      const what = status === 200 ? 'avatar' : 'avatar of too many pixels';
      const sent = { address: '/api/profile/avatar', body };
      return asked(hostile, pick(hostile.users, n), { what, status, or: FULL }, sent);
    }),
};

const identicons: Kind = {
  name: `${IDENTICONS} PNG identicons, each drawn anew`,
  round: (hostile) =>
    many(IDENTICONS, (n) => {
      const hash = createHash('sha256').update(`${n} ${randomUUID()}`).digest('hex');
      const sent = { address: `/avatar/${hash}.png?s=160&d=identicon&r=g` };
      return asked(hostile, { cookie: '' }, { what: 'identicon', status: 200 }, sent);
    }),
};

const signIn = (hostile: Hostile, expected: Expected, email: string, password: string) =>
  asked(hostile, { cookie: '' }, expected, {
    address: '/api/session',
    body: JSON.stringify({ email, password }),
  });

const signIns: Kind = {
  name: '64 sign-ins at once: half with the right password, the others of nobody',
  round: (hostile) =>
    many(64, (n) =>
      n % 2
        ? signIn(hostile, { what: 'sign-in', status: 200 }, pick(hostile.users, n).email, PASSWORD)
        : signIn(hostile, { what: 'sign-in of nobody', status: 401 }, `a${n}@hostile.test`, 'no lo sé'),
    ),
};

const upload = (hostile: Hostile, by: Person, expected: Expected, content: Buffer<ArrayBuffer>) =>
  asked(hostile, by, expected, {
    address: '/api/imports?resource=users',
    body: formOf(content, 'a.csv', 'text/csv'),
  });

const uploadedImports: Kind = {
  name: 'four imports of 40,000 rows at once, and four that are refused',
  round: async (hostile) => {
    const table = tableOf(40_000);
    await many(8, (n) =>
      n % 2
        ? upload(hostile, pick(hostile.admins, n), { what: 'wide import', status: 400, or: FULL }, wide)
        : upload(hostile, pick(hostile.admins, n), { what: 'long import', status: 201, or: FULL }, table),
    );
  },
};

const APPLIED = 'import that is applied';

/** Uploaded, checked and applied: each row makes a person. */
async function applyImport(hostile: Hostile, by: Person): Promise<void> {
  const body = await upload(hostile, by, { what: APPLIED, status: 201, or: FULL }, tableOf(APPLIED_ROWS));
  if (!body) return;
  const { id, mapping } = JSON.parse(body.toString()) as Import;
  const address = `/api/imports/${id}`;
  const over = () => jobOver<Import>(hostile.answers, APPLIED, () => send(hostile, by, { address }));
  const step = async (name: string, values: object) => {
    const sent = { address: `${address}/${name}`, body: JSON.stringify(values) };
    return (await asked(hostile, by, { what: `${APPLIED}: ${name}`, status: 202 }, sent)) && over();
  };
  await step('check', { mapping });
  const done = await step('apply', { send_links: false });
  const seen = `${done?.state ?? 'not over'}, ${done?.applied ?? 0} rows`;
  hostile.answers.note(`${APPLIED}: all rows are`, done?.applied === APPLIED_ROWS, seen);
}

const appliedImports: Kind = {
  name: `two imports of ${APPLIED_ROWS} people, applied`,
  round: (hostile) => many(2, (n) => applyImport(hostile, pick(hostile.admins, 8 + n))),
};

const LEFT = { what: 'export of the audit log that is left', status: 200 };

const leftExports: Kind = {
  name: 'sixteen exports, each left after its beginning',
  round: (hostile) =>
    many(16, async (n) => {
      const aborter = new AbortController();
      const sent = { address: '/api/audit/export', signal: aborter.signal };
      const answer = await send(hostile, pick(hostile.admins, n), sent);
      hostile.answers.note(LEFT.what, answer.status === LEFT.status, String(answer.status));
      await answer.body?.getReader().read();
      aborter.abort();
    }),
};

const EXPORTED = 'export of people';

async function exportPeople(hostile: Hostile, by: Person): Promise<void> {
  const body = JSON.stringify({ what: { resource: 'users', filters: {} } });
  const sent = { address: '/api/transfers/exports', body };
  const begun = await asked(hostile, by, { what: EXPORTED, status: 202 }, sent);
  if (!begun) return;
  const { id } = JSON.parse(begun.toString()) as Transfer;
  const done = await jobOver<Transfer>(hostile.answers, EXPORTED, () =>
    send(hostile, by, { address: `/api/transfers/${id}` }),
  );
  const expected = { what: `${EXPORTED}: its file`, status: 200 };
  const file = await asked(hostile, by, expected, { address: `/api/transfers/${id}/file` });
  const lines = file?.toString().trimEnd().split('\n').length ?? 0;
  const isWhole = done?.state === 'done' && lines === done.processed + 1;
  hostile.answers.note(
    `${EXPORTED}: to its end`,
    isWhole,
    `${done?.state}, ${lines} lines of ${done?.processed}`,
  );
}

const wholeExports: Kind = {
  name: 'eight exports of the audit log and of people, read to their end',
  round: (hostile) =>
    many(8, async (n) => {
      const by = pick(hostile.admins, 6 + n);
      if (n % 2) return exportPeople(hostile, by);
      const expected = { what: 'export of the audit log', status: 200 };
      await asked(hostile, by, expected, { address: '/api/audit/export' });
    }),
};

const post = (hostile: Hostile, expected: Expected, mail: string) =>
  answered(
    hostile.answers,
    expected,
    fetch(`${hostile.url}/api/inbound-mail`, {
      method: 'POST',
      headers: {
        'content-type': 'message/rfc822',
        'x-inbound-mail-secret': hostile.env['INBOUND_MAIL_SECRET'] ?? '',
      },
      body: mail,
    }),
  );

async function mailOfMember(hostile: Hostile, by: Person, form: string): Promise<unknown> {
  const body = JSON.stringify({ title: 'Correo', description: 'x' });
  const opened = await asked(hostile, by, { what: 'ticket', status: 201 }, { address: '/api/tickets', body });
  const number = opened ? (JSON.parse(opened.toString()) as Ticket).number : 0;
  const to = replyAddressOf(loadConfig(hostile.env), { number, generation: 0, profile_id: by.id }) ?? '';
  // Some forms are more lines or parts than are read of a mail, or take too long to read.
  const expected = { what: 'mail of a member', status: 204, or: [400, 413, ...FULL] };
  return post(hostile, expected, mailOf(by.email, to, form));
}

const mails: Kind = {
  name: 'mails of 14 MB of nasty forms, of members and of nobody',
  round: async (hostile) => {
    const to = 'soporte+nobody@ayuda.test';
    await many(NASTY.length, (n) =>
      post(hostile, { what: 'mail of nobody', status: 404 }, mailOf('a@b.test', to, pick(NASTY, n))),
    );
    await many(NASTY.length, (n) => mailOfMember(hostile, pick(hostile.users, n), pick(NASTY, n)));
  },
};

const unreadStreams: Kind = {
  name: '100 streams that nobody reads',
  round: async (hostile) => {
    const aborter = new AbortController();
    try {
      await many(100, async (n) => {
        const sent = { address: '/api/live', signal: aborter.signal };
        const { status } = await send(hostile, pick(hostile.admins, n), sent);
        hostile.answers.note('stream', status === 200, String(status));
      });
      const body = JSON.stringify({ title: 'Ruido', description: 'x'.repeat(4_000) });
      await many(50, (n) => {
        const expected = { what: 'ticket', status: 201 };
        return asked(hostile, pick(hostile.admins, n), expected, { address: '/api/tickets', body });
      });
    } finally {
      aborter.abort();
    }
  },
};

/** What is done, one kind after the other. */
export const KINDS: Kind[] = [
  picturesOfTickets,
  filesOfTickets,
  avatars,
  identicons,
  signIns,
  uploadedImports,
  appliedImports,
  leftExports,
  wholeExports,
  mails,
  unreadStreams,
];
