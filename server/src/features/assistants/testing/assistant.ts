import { createHash, randomBytes } from 'node:crypto';
import type { TestServer } from '../../../platform/testing/server.ts';

/** An assistant as the tests have one: a program on the person's own machine, as it is let in and calls tools. */

export const REDIRECT = 'http://127.0.0.1:49152/callback';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Lets assistants in: for an organization, and by the installation. */
export async function switchOn(server: TestServer, organization_id: string | null): Promise<void> {
  for (const id of new Set([null, organization_id]))
    await server.database.pool.query(
      `insert into settings (organization_id, assistants) values ($1, true)
       on conflict ((coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)))
       do update set assistants = true`,
      [id],
    );
}

export async function register(server: TestServer, redirect_uri = REDIRECT): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: { client_name: 'Claude', redirect_uris: [redirect_uri] },
  });
  return answer.json<{ client_id: string }>().client_id;
}

export function makePkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const askedBy = (client_id: string, challenge: string, redirect_uri = REDIRECT) => ({
  client_id,
  redirect_uri,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'st',
});

export const exchange = (server: TestServer, form: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: FORM,
    payload: new URLSearchParams(form).toString(),
  });

export type Connected = {
  client_id: string;
  access_token: string;
  refresh_token: string;
  /** What the code was exchanged with. */
  form: Record<string, string>;
};

/** An assistant that a person has let in. */
export async function connect(
  server: TestServer,
  cookie: string,
  scopes: readonly string[] = ['tickets:read'],
  proof: object = {},
): Promise<Connected> {
  const client_id = await register(server);
  const { verifier, challenge } = makePkce();
  const given = await server.send({
    method: 'POST',
    url: '/api/assistants/consent',
    payload: { ...askedBy(client_id, challenge), scopes, days: 30, ...proof },
    cookie,
  });
  const { redirect_to } = given.json<{ redirect_to?: string }>();
  if (redirect_to === undefined) throw new Error(`the consent was refused: ${given.body}`);
  const form = {
    grant_type: 'authorization_code',
    client_id,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    code: new URL(redirect_to).searchParams.get('code') ?? '',
  };
  const tokens = (await exchange(server, form)).json<Pick<Connected, 'access_token' | 'refresh_token'>>();
  return { client_id, form, ...tokens };
}

export const refresh = (server: TestServer, { client_id }: Pick<Connected, 'client_id'>, token: string) =>
  exchange(server, { grant_type: 'refresh_token', client_id, refresh_token: token });

/** One message to /mcp. */
export const ask = (
  server: Pick<TestServer, 'app'>,
  token: string | null,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
) =>
  server.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });

export type Said = { text: string; isError: boolean };

/** Calls a tool; what it said. */
export async function callTool(
  server: Pick<TestServer, 'app'>,
  token: string,
  name: string,
  given: object = {},
): Promise<Said> {
  const answer = await ask(server, token, 'tools/call', { name, arguments: given });
  const { result } = answer.json<{ result?: { content: { text: string }[]; isError?: boolean } }>();
  if (!result) throw new Error(`${name} was not answered: ${answer.body}`);
  return { text: result.content[0]?.text ?? '', isError: result.isError === true };
}

/** The data between the marks of an answer. */
export function dataOf<T>({ text }: Said): T {
  const [, mark = ''] = /^<data-(\w+)>$/m.exec(text) ?? [];
  const [, data = 'null'] = text.split(`\n<data-${mark}>\n`);
  return JSON.parse(data.split(`\n</data-${mark}>`, 1)[0] ?? 'null') as T;
}

export const confirmationOf = ({ text }: Said): string => /^confirmation: (\S+)$/m.exec(text)?.[1] ?? '';

export async function toolsOf(server: Pick<TestServer, 'app'>, token: string) {
  const answer = await ask(server, token, 'tools/list');
  return answer.json<{ result: { tools: { name: string; inputSchema: Record<string, unknown> }[] } }>().result
    .tools;
}
