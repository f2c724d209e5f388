import type { Connection } from '@atalaya/contract/connections';
import type { SignOn } from '@atalaya/contract/sso';
import { startTestServer, unique } from '../../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../../platform/testing/server.ts';
import type { SamlOwn } from '../saml-metadata.ts';
import { startSamlProvider } from './provider-server.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Made = { id: string; domain: string; own: SamlOwn; at: string };
type Given = {
  cast?: Cast;
  allows_unasked?: boolean;
  groups?: { group: string; role: string }[];
  metadata_url?: string;
};

export const cookiesOf = ({
  headers,
}: {
  headers: { 'set-cookie'?: string | string[] | number | undefined };
}) => [headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';', 1)[0]!);

/**
 * Two servers on one database, two organizations and a provider that signs all that a test wants it to. `hosts`: others
 * that may be asked.
 */
export async function startSamlScene({ hosts = [] }: { hosts?: string[] } = {}) {
  const provider = await startSamlProvider();
  const env = { OUTBOUND_ALLOWED_HOSTS: [provider.host, ...hosts].join(',') };
  const server = await startTestServer({ env });
  const second = await startTestServer({ env, database: server.database });
  const [ours, theirs] = [await server.makeCast(), await server.makeCast()];
  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows as Record<string, unknown>[];
  const send = (method: Method, url: string, cookie?: string, payload?: object, from = server) =>
    from.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });

  /** A connection of an organization with a proven domain, set up by the address of its metadata, tested and on. */
  async function makeSaml({
    cast = ours,
    allows_unasked = false,
    groups = [],
    metadata_url = provider.metadata_url,
  }: Given = {}): Promise<Made> {
    const { cookie } = cast.admin;
    const domain = `${unique()}.example`;
    await query('delete from identity_connections where organization_id = $1', [cast.organization.id]);
    await query(
      `insert into organization_domains (organization_id, domain, token, proven_at)
       values ($1, $2, 'a token of the tests, proven', now())`,
      [cast.organization.id, domain],
    );
    const named = { name: unique(), groups };
    const { id } = (await send('POST', '/api/connections', cookie, named)).json<Connection>();
    const at = `/api/connections/${id}/sign-on`;
    const told = { from: 'url', metadata_url };
    const values = { kind: 'saml', version: null, allows_unasked, provider: told };
    const saved = await send('PUT', at, cookie, values);
    if (saved.statusCode !== 200) throw new Error(saved.body);
    await query('update connection_sign_on set tested_at = now(), is_on = true where connection_id = $1', [
      id,
    ]);
    return { id, domain, own: saved.json<SignOn>().saml, at };
  }

  /** Begins in a browser without session: its cookie, and where it was sent. */
  async function begin({ id }: Pick<Made, 'id'>) {
    const going = await send('GET', `/api/sso/${id}/start?redirect=/admin/profile`);
    return { flow: cookiesOf(going).join('; '), sign_in: String(going.headers.location) };
  }
  /** Begins as a test of an admin. */
  async function beginTest({ at }: Made, cookie: string) {
    const testing = await send('POST', `${at}/test`, cookie, {});
    return {
      flow: [...cookiesOf(testing), cookie].join('; '),
      sign_in: testing.json<{ url: string }>().url,
    };
  }
  /** Posts an answer as the page of the provider has a browser do it; where that is sent to. */
  async function post({ own }: Pick<Made, 'own'>, answer: string, from: TestServer = server) {
    const posting = await from.send({
      method: 'POST',
      url: new URL(own.acs_url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example' },
      payload: new URLSearchParams({ SAMLResponse: answer }).toString(),
    });
    return String(posting.headers.location);
  }
  /** Follows that in a browser with these cookies; where it ends up, and its session. */
  async function follow(location: string, cookie: string, from: TestServer = server) {
    const answer = await send('GET', location, cookie, undefined, from);
    return { to: String(answer.headers.location), cookie: cookiesOf(answer).join('; ') };
  }
  async function signIn(made: Made, changes: Parameters<typeof provider.answer>[2] = {}) {
    const { flow, sign_in } = await begin(made);
    return follow(await post(made, provider.answer(made.own, sign_in, changes)), flow);
  }
  const who = async (cookie: string, from = server) =>
    (await send('GET', '/api/session', cookie, undefined, from)).json<{
      session: { profile: object } | null;
    }>().session;
  return {
    provider,
    server,
    second,
    ours,
    theirs,
    query,
    send,
    makeSaml,
    begin,
    beginTest,
    post,
    follow,
    signIn,
    who,
    close: async () => {
      await second.close();
      await server.close();
      await provider.close();
    },
  };
}
export type SamlScene = Awaited<ReturnType<typeof startSamlScene>>;

/** The sign-in that says why, and still leads to where its person was going. */
export const refused = (code: string, redirect: string | null = '/admin/profile') =>
  `/admin/login?${new URLSearchParams({ provider_error: code, ...(redirect ? { redirect } : {}) }).toString()}`;
