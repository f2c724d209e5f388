import type { Import } from '@atalaya/contract/imports';
import type { Transfer } from '@atalaya/contract/transfers';
import type { Fleet } from './fleet.ts';
import { ask } from './load.ts';
import type { Member } from './people.ts';
import { must, seconds } from './play.ts';
import type { Play } from './play.ts';
import { pick, until } from './processes.ts';
import { withDatabase } from './written.ts';
import { countTickets, isJobActive } from './written.queries.ts';

const ROWS = 1_200;
/** A job whose process was killed is another's after a minute, and its queue is looked at once a minute. */
const TAKEN_OVER_SECONDS = 300;

/** Asks for a job; its id. */
async function begin({ url }: Fleet, by: Member, address: string, body: object): Promise<Made> {
  const { status, json } = await ask(url, by, 'POST', address, body, { origin: url });
  must(status >= 200 && status < 300, `${address} was answered ${status}: ${JSON.stringify(json)}`);
  return json as Made;
}
type Made = { id: string; transfer_id?: string | null };

async function stateOf({ url }: Fleet, by: Member, id: string): Promise<Transfer['state'] | null> {
  const { json } = await ask(url, by, 'GET', `/api/transfers/${id}`);
  return (json as Transfer | null)?.state ?? null;
}

async function over(fleet: Fleet, by: Member, id: string): Promise<void> {
  const isOver = async () => !['queued', 'running', null].includes(await stateOf(fleet, by, id));
  await until('the job is over', isOver, TAKEN_OVER_SECONDS);
  const state = await stateOf(fleet, by, id);
  must(state === 'done', `the job ended as ${state}`);
}

const counted = (fleet: Fleet) => withDatabase(fleet, ({ pool }) => countTickets(pool, 'Lote '));

/** A file of tickets is brought in while a server restarts: each row makes one ticket. */
async function importDuringRestart(fleet: Fleet, by: Member): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, n) => `Lote ${n},Del lote`);
  const form = new FormData();
  form.append(
    'file',
    new Blob([`titulo,descripcion\n${lines.join('\n')}`], { type: 'text/csv' }),
    'lote.csv',
  );
  const { id, mapping } = (await begin(fleet, by, '/api/imports?resource=tickets', form)) as Made &
    Pick<Import, 'mapping'>;
  await begin(fleet, by, `/api/imports/${id}/check`, { mapping });
  await over(fleet, by, id);
  const since = performance.now();
  const restarted = pick(fleet.servers, 0).restart();
  await begin(fleet, by, `/api/imports/${id}/apply`, { send_links: false });
  await Promise.all([restarted, over(fleet, by, id)]);
  const { tickets, titles } = await counted(fleet);
  must(tickets === ROWS && titles === ROWS, `${tickets} tickets of ${titles} rows of ${ROWS}`);
  return `an import of ${ROWS} rows while a server restarts: ${tickets} tickets after ${seconds(since)} s`;
}

/** All of these are resolved with a message by a job, and every server is killed while one of them does it. */
async function changeDuringKills(fleet: Fleet, by: Member): Promise<string> {
  const since = performance.now();
  const { transfer_id } = await begin(fleet, by, '/api/tickets/bulk', {
    action: { type: 'resolve', message: 'Resuelto.' },
    chosen: { filters: { search: 'Lote' }, total: ROWS },
  });
  must(typeof transfer_id === 'string', 'so many are no job');
  const id = transfer_id ?? '';
  await withDatabase(fleet, ({ pool }) => until('a server has begun the job', () => isJobActive(pool, id)));
  const wasOver = (await stateOf(fleet, by, id)) === 'done';
  for (const server of fleet.servers) server.kill();
  await Promise.all(fleet.servers.map((server) => server.restart()));
  must(!wasOver, 'it was over before the servers were killed');
  await over(fleet, by, id);
  const { messages, answered } = await counted(fleet);
  must(messages === ROWS && answered === ROWS, `${messages} messages in ${answered} tickets of ${ROWS}`);
  return `a change of ${ROWS} while all servers are killed: ${messages} messages in ${answered} tickets after ${seconds(since)} s`;
}

const jobsDuringLosses: Play = {
  name: 'jobs that lose their server are done once',
  isFast: false,
  run: async (fleet) => {
    const { admin } = pick(fleet.people.organizations, 7);
    const told = [await importDuringRestart(fleet, admin), await changeDuringKills(fleet, admin)];
    return told.join('; ');
  },
};

export const JOB_PLAYS: Play[] = [jobsDuringLosses];
