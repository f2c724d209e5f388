import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@atalaya/contract/roles';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../core/config.ts';
import type { Config } from '../core/config.ts';
import type { App } from '../request/define-route.ts';
import type { HttpOptions } from '../request/http-server.ts';
import { openPlatformOn } from '../process/platform.ts';
import type { Platform } from '../process/platform.ts';
import { openTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { getUserId, insertOrganization, insertPerson } from './people.queries.ts';
import type { MadeOrganization, MadePerson, OrganizationValues, PersonValues } from './people.queries.ts';
import { TEST_SECRET, watchComposers } from './mails.ts';
import { openTestBucket } from './s3.ts';

export type TestServerOptions = {
  /** A database that another server of the test uses too; it is left open. */
  database?: TestDatabase;
  config?: Partial<Config>;
  /** Environment variables, as an operator would set them. */
  env?: Record<string, string>;
  webRoot?: string;
  timeouts?: HttpOptions['timeouts'];
};

type Request = Omit<InjectOptions, 'cookies'> & { cookie?: string };

export type TestServer = {
  app: App;
  platform: Platform;
  database: TestDatabase;
  /** The lines of the log so far, as they were written. */
  log: string[];
  /** One request from a page of ours: with its Origin, unless `headers` say another. */
  send(request: Request): Promise<LightMyRequestResponse>;
  /** A Cookie header that is signed in as this person. */
  signIn(email: string): Promise<string>;
  makeOrganization(values?: OrganizationValues): Promise<MadeOrganization>;
  makePerson(values?: PersonValues): Promise<MadePerson & { cookie: string }>;
  /** A super_admin, an admin and a user of one organization, and a person without any, each with a cookie. */
  makeCast(values?: PersonValues): Promise<Cast>;
  close(): Promise<void>;
};

export type Cast = Record<Role | 'stranger', MadePerson & { cookie: string }> & {
  organization: MadeOrganization;
};

const NOWHERE = { ip_address: '127.0.0.1', user_agent: 'test', request_id: null };

/**
 * The whole application on a database of its own, without a port. Every answer is checked against the contract.
 * Jobs do not run unless the test starts them; mails go to the outbox of a temporary folder.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atalaya-server-'));
  const database = options.database ?? (await openTestDatabase());
  const config = { ...testConfig(dataDir, options.env), ...options.config };
  const log: string[] = [];
  const platform = await openPlatformOn(
    config,
    pino({ level: 'info', base: null }, { write: (line) => log.push(line) }),
    database,
  );
  watchComposers(database, platform.mail);
  const app = await buildApp(platform, {
    checkAnswers: true,
    webRoot: options.webRoot ?? null,
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
  });
  await app.ready();

  const signIn = async (email: string) => {
    const { token } = await database.withSystem('sign in for a test', async (db) =>
      platform.accounts.openSession(db, await getUserId(db, email), NOWHERE),
    );
    return platform.accounts.sessionCookie(token).split(';', 1)[0]!;
  };
  const makeOrganization = (values: OrganizationValues = {}) =>
    database.withSystem('make an organization for a test', (db) => insertOrganization(db, values));
  const makePerson = async (values: PersonValues = {}) => {
    const person = await database.withSystem('make a person for a test', (db) => insertPerson(db, values));
    return { ...person, cookie: await signIn(person.email) };
  };

  return {
    app,
    platform,
    database,
    log,
    send: ({ cookie, headers, ...request }) =>
      app.inject({
        ...request,
        headers: { origin: config.publicUrl.origin, ...(cookie ? { cookie } : {}), ...headers },
      }),
    signIn,
    makeOrganization,
    makePerson,
    makeCast: async (values = {}) => {
      const organization = await makeOrganization();
      const { id: organization_id } = organization;
      return {
        organization,
        super_admin: await makePerson({ ...values, role: 'super_admin' }),
        admin: await makePerson({ ...values, role: 'admin', organization_id }),
        user: await makePerson({ ...values, role: 'user', organization_id }),
        stranger: await makePerson({ ...values, role: 'user' }),
      };
    },
    close: async () => {
      await app.close();
      await platform.jobs.stop();
      if (!options.database) await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function testConfig(dataDir: string, env: Record<string, string> = {}): Config {
  return loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    AUTH_SECRET: TEST_SECRET,
    RATE_LIMIT: 'off',
    DEMO: '0',
    ...env,
  });
}

/** Where tests of stored files keep them. */
export const storageDrivers = ['disk', 's3'] as const;

/** A server that keeps its files there; a bucket is closed with it. */
export async function startOnStorage(driver: (typeof storageDrivers)[number]): Promise<TestServer> {
  if (driver === 'disk') return startTestServer();
  const bucket = await openTestBucket();
  const server = await startTestServer({ env: bucket.env });
  const close = async () => {
    await server.close();
    await bucket.close();
  };
  return { ...server, close };
}

/** Names that no other test of the file has. */
export const unique = () => randomUUID().slice(0, 8);
