import path from 'node:path';
import { startSamlProvider } from '../server/src/features/sso/saml/testing/provider-server.ts';
import { makeCrowd } from '../server/src/platform/testing/crowd.ts';
import { CLIENT, startHandMadeIssuer } from '../server/src/platform/testing/hand-made-issuer.ts';
import { connect, letIn } from './data.queries.ts';
import { makeDatabase, serverEnv, startOurs } from './measure-size.ts';
import type { Running } from './processes.ts';

const MOST_MS = 30;
/** Not counted: the first sign-ins meet code that is not compiled yet. */
const WARM = 20;
const EMAIL = 'ana@empresa.test';

type Row = { what: string; median: number; p95: number; processor: number };

/**
 * What a sign-in of a known person through a company's provider takes here, one after another: a table, and whether it
 * is within its bound. The provider is in this process. What it takes is counted where we ask it ourselves
 * (keys and token of OpenID Connect), and not where a browser is there.
 */
export async function measureCompanySignIn(asked: { folder: string; socket: string; times: number }) {
  const [issuer, saml] = [await startHandMadeIssuer(), await startSamlProvider()];
  const url = await makeDatabase(asked.socket, 'company_sign_in', 1);
  const env = {
    ...serverEnv(path.join(asked.folder, 'company'), url),
    OUTBOUND_ALLOWED_HOSTS: `${issuer.host},${saml.host}`,
  };
  const cookie = await makeCrowd({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }, 1);
  const server = await startOurs(env);
  const client = await connect(url);
  try {
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
    const send = async <T>(method: string, at: string, body: object) => {
      const answer = await fetch(server.url + at, { method, headers, body: JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    };
    const connection = async (values: object) => {
      const name = { name: `Proveedor ${Object.keys(values).join(' ')}` };
      const { id } = await send<{ id: string }>('POST', '/api/connections', name);
      await send('PUT', `/api/connections/${id}/sign-on`, { version: null, ...values });
      await letIn(client, id, EMAIL.slice(EMAIL.indexOf('@') + 1));
      return id;
    };
    const provider = { from: 'url', metadata_url: saml.metadata_url };
    const of = {
      oidc: await connection({ kind: 'oidc', issuer: issuer.url, ...CLIENT }),
      saml: await connection({ kind: 'saml', allows_unasked: false, provider }),
    };
    const rows = [
      await measure(server, 'OpenID Connect', asked.times, () => byOidc(server, issuer, of.oidc)),
      await measure(server, 'SAML 2.0', asked.times, () => bySaml(server, saml, of.saml)),
    ];
    return { table: tableOf(rows, asked.times), holds: rows.every(({ median }) => median <= MOST_MS) };
  } finally {
    await client.end();
    await server.stop();
    await issuer.close();
    await saml.close();
  }
}

/** `signIn` answers the milliseconds that were ours. */
async function measure(
  server: Running,
  what: string,
  times: number,
  signIn: () => Promise<number>,
): Promise<Row> {
  for (let nth = 0; nth < WARM; nth++) await signIn();
  const took: number[] = [];
  const used = server.cpu();
  for (let nth = 0; nth < times; nth++) took.push(await signIn());
  const processor = ((server.cpu() - used) * 1000) / times;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(times * share)] ?? Number.NaN;
  return { what, median: at(0.5), p95: at(0.95), processor };
}

/** A browser of one sign-in: what it was sent last, where to, and how long we took for all of it. */
function openBrowser(server: Running) {
  let cookie = '';
  let took = 0;
  return {
    took: () => took,
    async go(at: string, init: RequestInit = {}): Promise<string> {
      const begun = performance.now();
      const headers = { ...init.headers, ...(init.method === 'POST' ? {} : { cookie }) };
      const answer = await fetch(new URL(at, server.url), { redirect: 'manual', ...init, headers });
      await answer.arrayBuffer();
      took += performance.now() - begun;
      cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
      const to = answer.headers.get('location') ?? '';
      if (answer.status !== 303 || to.includes('error')) throw new Error(`${at} led to ${to}`);
      return to;
    },
  };
}

async function byOidc(
  server: Running,
  issuer: Awaited<ReturnType<typeof startHandMadeIssuer>>,
  id: string,
): Promise<number> {
  const browser = openBrowser(server);
  const told = new URL(await browser.go(`/api/sso/${id}/start`)).searchParams;
  const token = await issuer.sign({ nonce: told.get('nonce'), sub: 'ana', email: EMAIL, name: 'Ana Gil' });
  const answer = { code: issuer.codeFor(token), state: told.get('state') ?? '', iss: issuer.url };
  await browser.go(`/api/sso/callback?${new URLSearchParams(answer).toString()}`);
  return browser.took();
}

async function bySaml(
  server: Running,
  provider: Awaited<ReturnType<typeof startSamlProvider>>,
  id: string,
): Promise<number> {
  const browser = openBrowser(server);
  const sign_in = await browser.go(`/api/sso/${id}/start`);
  const at = `${server.url}/api/sso/${id}/saml`;
  const own = { entity_id: at, acs_url: `${at}/acs`, logout_url: `${at}/logout` };
  const attributes = { email: [EMAIL], name: ['Ana Gil'] };
  const SAMLResponse = provider.answer(own, sign_in, { name_id: 'ana', attributes });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ SAMLResponse }).toString();
  await browser.go(await browser.go(own.acs_url, { method: 'POST', headers, body }));
  return browser.took();
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const tableOf = (rows: Row[], times: number) =>
  [
    row([`sign-in, ${times} of each`, 'median', 'p95', 'processor', `median at most ${MOST_MS} ms`]),
    row(['---', '--:', '--:', '--:', '---']),
    ...rows.map(({ what, median, p95, processor }) =>
      row([what, ms(median), ms(p95), ms(processor), median <= MOST_MS ? 'holds' : 'FAILS']),
    ),
  ].join('\n');
