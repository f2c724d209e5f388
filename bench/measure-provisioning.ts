import { PAGE_SIZE } from '@atalaya/contract/limits';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeCrowd } from '../server/src/platform/testing/crowd.ts';
import { connect, tellOfAll } from './data.queries.ts';
import { alone } from './load.ts';
import { stepsOf } from './measure-bulk.ts';
import type { Bulk } from './measure-bulk.ts';
import { makeDatabase, serverEnv, startOurs } from './measure-size.ts';
import { measureTraffic } from './traffic.ts';
import type { Traffic } from './traffic.ts';

/** Requests that a provider has under way at once. */
const AT_ONCE = 16;
/** Of the others alone, before the first request of the provider. */
const ALONE_SECONDS = 10;
/** Members that one request adds to a group. */
const PART = 1_000;
const CHANGES_PER_SECOND_MIN = 300;

const PATCH = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };
const operation = (path: string, value: unknown) => ({
  ...PATCH,
  Operations: [{ op: 'replace', path, value }],
});

/** What 200 people see while the provider of another organization tells of so many people, and changes each of them. */
export async function measureProvisioning(asked: {
  folder: string;
  socket: string;
  engine: Traffic['engine'];
  people: number;
}): Promise<Bulk> {
  const steps: { what: string; from: number; to: number }[] = [];
  let cookie = '';
  const prepare = async (env: Record<string, string>) => {
    cookie = await makeCrowd(env, 1);
  };
  const step = async (what: string, work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    steps.push({ what, from, to: performance.now() });
  };
  const work = async (url: string) => {
    await step('nothing', () => setTimeout(ALONE_SECONDS * 1000));
    const { send } = await connectProvider(url, cookie);
    const ids: string[] = [];
    await step('they come', () =>
      each(asked.people, async (nth) => {
        const { id } = await send('POST', '/Users', personOf(nth));
        ids.push(id);
      }),
    );
    await step('their names change', () =>
      each(ids.length, (nth) => send('PATCH', `/Users/${ids[nth]}`, operation('name.familyName', 'Ruiz'))),
    );
    const { id: group } = await send('POST', '/Groups', { displayName: 'Todos' });
    await step(`a group gets them, ${PART} a request`, async () => {
      for (let from = 0; from < ids.length; from += PART) {
        const members = ids.slice(from, from + PART).map((value) => ({ value }));
        const add = { op: 'add', path: 'members', value: members };
        await send('PATCH', `/Groups/${group}?excludedAttributes=members`, { ...PATCH, Operations: [add] });
      }
    });
    await step('they go, each with a receipt', () =>
      each(ids.length, (nth) => send('PATCH', `/Users/${ids[nth]}`, operation('active', false))),
    );
  };
  const traffic = await measureTraffic({ ...asked, seconds: 1, beside: { prepare, work } });
  return { traffic, steps: stepsOf(traffic, steps) };
}

/** Enough changes a second while the others notice nothing; what is done once for many is no change of one. */
export const provisioningHolds = ({ traffic, steps }: Bulk, people: number): boolean =>
  traffic.faults === 0 &&
  steps.every(({ p95 }) => p95 < 300) &&
  steps.slice(1).every(({ seconds }) => people / seconds >= CHANGES_PER_SECOND_MIN);

const personOf = (nth: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `persona.${nth}@proveedor.test`,
  externalId: `externo-${nth}`,
  name: { givenName: 'Ana', familyName: 'García' },
  emails: [{ type: 'work', primary: true, value: `persona.${nth}@proveedor.test` }],
  active: true,
});

/** So many, some at once. */
async function each(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const walk = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

type Send = (method: string, path: string, body: object) => Promise<{ id: string }>;
type Provider = { connection: string; headers: Record<string, string>; send: Send };

/** A connection of the organization whose admin has this cookie, with a token. */
async function connectProvider(url: string, cookie: string): Promise<Provider> {
  const asAdmin = { cookie, origin: url, 'content-type': 'application/json' };
  const post = async <T>(path: string, headers: Record<string, string>, body: object, method = 'POST') => {
    const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
  const { id } = await post<{ id: string }>('/api/connections', asAdmin, { name: 'Proveedor' });
  const { token } = await post<{ token: string }>(`/api/connections/${id}/provisioning/tokens`, asAdmin, {});
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
  const send: Send = (method, path, body) => post(`/scim/v2${path}`, headers, body, method);
  return { connection: id, headers, send };
}

/** Milliseconds of one request after another: our list of people, and the provider's, at the same places. */
export type ScimLists = { what: string; ours: number; scim: number }[];

/** Lists of so many people of one organization. */
export async function measureScimLists(folder: string, socket: string, people: number): Promise<ScimLists> {
  const url = await makeDatabase(socket, 'scim_lists', 1);
  const env = serverEnv(path.join(folder, 'scim-lists'), url);
  // As the server has it once it listens, but for the port: the name of the cookie depends on it.
  const cookie = await makeCrowd({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }, people);
  const server = await startOurs(env);
  const client = await connect(url);
  try {
    const { connection, headers } = await connectProvider(server.url, cookie);
    await tellOfAll(client, connection);
    const lists: ScimLists = [];
    const pages = Math.ceil(people / PAGE_SIZE);
    for (const [what, page] of [
      ['the first page', 1],
      ['one in the middle', Math.ceil(pages / 2)],
      ['the last page', pages],
    ] as const) {
      const scim = `/scim/v2/Users?count=${PAGE_SIZE}&startIndex=${(page - 1) * PAGE_SIZE + 1}`;
      lists.push({
        what,
        ours: (await alone({ url: server.url, headers: { cookie } }, [`/api/users?page=${page}`])).p50,
        scim: (await alone({ url: server.url, headers }, [scim])).p50,
      });
    }
    return lists;
  } finally {
    await client.end();
    await server.stop();
  }
}
