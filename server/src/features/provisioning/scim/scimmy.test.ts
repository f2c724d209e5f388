import { createServer } from 'node:http';
import type { Server } from 'node:http';
import express from 'express';
import SCIMMY from 'scimmy';
import { SCIMMYRouters } from 'scimmy-routers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { ENTERPRISE_SCHEMA, connectProvider, newUser, patchOf } from './testing/provider.ts';
import type { Provider, Resource } from './testing/provider.ts';

/** The same is asked of ours and of another implementation of the protocol, which keeps its users in memory. */

let server: TestServer;
let provider: Provider;
let other: Server;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  const cast = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = -1');
  provider = await connectProvider(server, cast);
  address = await startScimmy();
  for (const user of PEOPLE) {
    await provider.done('POST', '/Users', user);
    await theirs('POST', '/Users', user);
  }
});
afterAll(async () => {
  await server.close();
  other.close();
});

type Stored = Resource & { meta?: object };

async function startScimmy(): Promise<string> {
  const users = new Map<string, Stored>();
  let made = 0;
  SCIMMY.Resources.declare(SCIMMY.Resources.User)
    .ingress((resource, data) => {
      const id = resource.id ?? String((made += 1));
      const kept = { ...(JSON.parse(JSON.stringify(data)) as Stored), id };
      users.set(id, kept);
      return kept as never;
    })
    .egress((resource) => {
      if (resource.id) return users.get(resource.id) as never;
      const all = [...users.values()];
      return (resource.filter ? resource.filter.match(all) : all) as never;
    })
    .degress((resource) => {
      users.delete(resource.id ?? '');
    });
  SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false);
  const app = express();
  app.use('/scim', new SCIMMYRouters({ type: 'bearer', handler: () => Promise.resolve('tester') }) as never);
  other = createServer(app);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(other.address() as { port: number }).port}/scim`;
}

async function theirs<T = Resource>(method: string, path: string, payload?: object): Promise<T> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: 'Bearer x', 'content-type': 'application/scim+json' },
    ...(payload ? { body: JSON.stringify(payload) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const person = (userName: string, givenName: string, familyName: string, more: object = {}) =>
  newUser({
    userName: `${userName}@cliente.test`,
    name: { givenName, familyName },
    emails: [
      { type: 'work', primary: true, value: `${userName}@cliente.test` },
      { type: 'home', value: `${userName}@casa.test` },
    ],
    ...more,
  });
const PEOPLE = [
  person('ana', 'Ana', 'Ruiz', { title: 'Jefa', [ENTERPRISE_SCHEMA]: { department: 'Compras' } }),
  person('berta', 'Berta', 'Gil', { title: 'Técnica', active: false }),
  person('carla', 'Carla', 'Vega', {
    displayName: 'Carla V.',
    [ENTERPRISE_SCHEMA]: { department: 'Ventas' },
  }),
  person('dario', 'Dario', 'Ruiz', { title: 'Tecnico', nickName: 'D' }),
  person('elisa', 'Elisa', 'Sanz', { phoneNumbers: [{ type: 'mobile', value: '600100200' }] }),
  person('fabio', 'Fabio', 'Gil', { title: 'Jefe' }),
];

const FILTERS = [
  'userName eq "ana@cliente.test"',
  'userName sw "c" or userName ew "casa.test"',
  'title pr',
  'not (title pr)',
  'name.familyName eq "Ruiz" or name.familyName eq "Gil" and title co "Jef"',
  '(name.familyName eq "Ruiz" or name.familyName eq "Gil") and title co "Jef"',
  'title pr and not (title sw "Jef")',
  'active eq false',
  'emails[type eq "home" and value co "elisa"]',
  'emails[type eq "work" and value co "casa"]',
  'emails.type eq "home" and title pr',
  'name.givenName ge "Carla" and name.givenName lt "Fabio"',
  'nickName eq "D" or displayName co "V."',
];
const ORDERS = ['', 'sortBy=userName', 'sortBy=userName&sortOrder=descending', 'sortBy=name.givenName'];

type List = { totalResults: number; startIndex: number; Resources: { userName: string }[] };
const namesOf = ({ Resources }: List) => Resources.map(({ userName }) => userName);

// SCIM2
describe('both find the same', () => {
  test.each(FILTERS)('%s', async (filter) => {
    const path = `/Users?filter=${encodeURIComponent(filter)}`;
    const [ours, others] = [await provider.done<List>('GET', path), await theirs<List>('GET', path)];
    expect(namesOf(ours).sort()).toEqual(namesOf(others).sort());
    expect(ours.totalResults).toBe(others.totalResults);
  });

  test.each(ORDERS)('in the order of "%s", page by page', async (order) => {
    const others = namesOf(await theirs<List>('GET', `/Users?${order}`));
    for (const [startIndex, count] of [
      [1, 100],
      [2, 3],
      [5, 10],
    ] as const) {
      const ours = await provider.done<List>(
        'GET',
        `/Users?${order}&startIndex=${startIndex}&count=${count}`,
      );
      expect(namesOf(ours)).toEqual(others.slice(startIndex - 1, startIndex - 1 + count));
      expect(ours).toMatchObject({ totalResults: others.length, startIndex });
    }
  });
});

const CHANGES = [
  [{ op: 'replace', path: 'title', value: 'Directora' }],
  [{ op: 'add', path: 'name.middleName', value: 'María' }],
  [{ op: 'remove', path: 'title' }],
  [{ op: 'add', value: { title: 'Jefa', nickName: 'Ani' } }],
  [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'otra@casa.test' }],
  [{ op: 'remove', path: 'emails[type eq "home"]' }],
  [{ op: 'add', path: 'emails', value: [{ type: 'other', value: 'x@otro.test' }] }],
  [{ op: 'replace', path: 'emails', value: [{ type: 'work', value: 'unica@cliente.test' }] }],
  [{ op: 'replace', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Dirección' }],
  [
    { op: 'add', path: 'phoneNumbers', value: [{ type: 'work', value: '1' }] },
    { op: 'remove', path: 'phoneNumbers[value eq "1"]' },
  ],
];

/** What a change touches, without what each server adds of its own. */
function contentOf(user: Resource): unknown {
  const {
    id: _id,
    meta: _meta,
    schemas: _schemas,
    groups: _groups,
    externalId: _external,
    userName: _name,
    ...rest
  } = user;
  return JSON.parse(JSON.stringify(rest, (_key, value: unknown) => (value === false ? undefined : value)));
}

describe('both make the same of', () => {
  test.each(CHANGES.map((one) => [JSON.stringify(one), one] as const))('%s', async (_name, operations) => {
    const user = person(`x${crypto.randomUUID()}`, 'Ana', 'Ruiz', {
      title: 'Jefa',
      [ENTERPRISE_SCHEMA]: { department: 'Compras' },
    });
    const [ours, others] = [
      await provider.done('POST', '/Users', user),
      await theirs('POST', '/Users', user),
    ];
    await provider.done('PATCH', `/Users/${ours.id}`, patchOf(...operations));
    await theirs('PATCH', `/Users/${others.id}`, patchOf(...operations));
    const after = [
      await provider.done('GET', `/Users/${ours.id}`),
      await theirs('GET', `/Users/${others.id}`),
    ];
    const [mine, its] = after.map(contentOf);
    expect(mine).toEqual(its);
  });
});
