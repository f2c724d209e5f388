import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../../platform/testing/free-port.ts';
import { PHP, SIMPLESAMLPHP } from '../../../../platform/testing/simplesamlphp-program.ts';
import { makeSigner } from './certificate.ts';

/** What SimpleSAMLphp knows of a person: each attribute has one or several values. */
export type Account = { name: string; password: string; attributes: Record<string, string[]> };

/**
 * SimpleSAMLphp on a free port, in a folder of its own. It takes signed messages alone, and knows people by a lasting id
 * that it makes of their `uid`. Its settings are read at each request: they may be changed while it runs.
 */
export async function startSimpleSaml() {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-simplesamlphp-'));
  const host = `127.0.0.1:${String(await freePort())}`;
  const url = `http://${host}`;
  const at = (name: string) => path.join(folder, name);
  for (const name of ['cert', 'metadata', 'log', 'data', 'temp', 'sessions']) mkdirSync(at(name));
  /** Settings are PHP there: it reads them from JSON. */
  const keep = (name: string, variable: string, values: object) => {
    writeFileSync(at(`${name}.json`), JSON.stringify(values));
    const reading = `json_decode(file_get_contents('${at(`${name}.json`)}'), true)`;
    writeFileSync(at(`${name}.php`), `<?php $${variable} = ${reading};`);
  };
  const { key, certificate } = makeSigner();
  writeFileSync(at('cert/idp.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
  writeFileSync(at('cert/idp.crt'), pem);
  const setSources = (...sources: object[]) =>
    keep('config', 'config', {
      ...configOf(url, at),
      'metadata.sources': [{ type: 'flatfile' }, ...sources],
    });
  setSources();
  keep('metadata/saml20-idp-hosted', 'metadata', { [`${url}/idp`]: IDENTITY_PROVIDER });
  const child = spawn(PHP, ['-S', host, '-t', `${SIMPLESAMLPHP}/www`], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`SimpleSAMLphp did not start: ${told}`)));
    child.stderr.on('data', (bytes: Buffer) => {
      told += bytes.toString();
      if (told.includes('started')) resolve();
    });
  });
  return {
    url,
    host,
    entity_id: `${url}/idp`,
    metadata_url: `${url}/saml2/idp/metadata.php`,
    /** Makes our metadata known there, as its administrator does. */
    trust: (metadata: string) => {
      writeFileSync(at('sp.xml'), metadata);
      setSources({ type: 'xml', file: at('sp.xml') });
    },
    setAccounts: (accounts: Account[]) =>
      keep('authsources', 'config', {
        people: {
          0: 'exampleauth:UserPass',
          ...Object.fromEntries(
            accounts.map(({ name, password, attributes }) => [`${name}:${password}`, attributes]),
          ),
        },
      }),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type SimpleSaml = Awaited<ReturnType<typeof startSimpleSaml>>;

const IDENTITY_PROVIDER = {
  host: '__DEFAULT__',
  privatekey: 'idp.pem',
  certificate: 'idp.crt',
  auth: 'people',
  'validate.authnrequest': true,
  'validate.logout': true,
  'sign.logout': true,
  NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  authproc: { 3: { class: 'saml:PersistentNameID', attribute: 'uid' } },
};

const configOf = (url: string, at: (name: string) => string) => ({
  baseurlpath: `${url}/`,
  certdir: `${at('cert')}/`,
  loggingdir: `${at('log')}/`,
  datadir: `${at('data')}/`,
  tempdir: at('temp'),
  metadatadir: `${at('metadata')}/`,
  attributenamemapdir: `${SIMPLESAMLPHP}/config/attributemap/`,
  timezone: 'UTC',
  secretsalt: 'a salt of the tests',
  'auth.adminpassword': 'a password of the tests',
  technicalcontact_name: 'Administrator',
  technicalcontact_email: 'admin@example.com',
  'logging.handler': 'file',
  'logging.logfile': 'simplesamlphp.log',
  'enable.saml20-idp': true,
  'module.enable': { exampleauth: true, core: true, saml: true },
  'session.cookie.secure': false,
  'session.phpsession.savepath': at('sessions'),
  'store.type': 'phpsession',
  'theme.use': 'default',
});

/** A browser without scripts that keeps what the provider gives it; it stops where it is sent elsewhere, or to a page. */
export function openBrowser(host: string) {
  const cookies = new Map<string, string>();
  const visit = async (address: string, form?: Record<string, string>): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location === null) return { status: answer.status, url: address, text };
    const next = new URL(location, address);
    return next.host === host ? visit(next.href) : { status: answer.status, url: next.href, text: '' };
  };
  return { visit };
}
export type Browser = ReturnType<typeof openBrowser>;
export type Page = { status: number; url: string; text: string };

const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x3D;', '=').replaceAll('&amp;', '&');

/** What a page sends with its form unless one types something else, and where to. */
export function formIn({ text, url }: Page): { action: string; values: Record<string, string> } {
  const attribute = (tag: string, name: string) =>
    unescape(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const [form = ''] = /<form[^>]*>/.exec(text) ?? [];
  const inputs = [...text.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
  const named = inputs.filter((tag) => attribute(tag, 'name') !== '');
  return {
    action: new URL(attribute(form, 'action'), url).href,
    values: Object.fromEntries(named.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])),
  };
}
