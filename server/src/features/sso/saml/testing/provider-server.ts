import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import type { SamlOwn } from '../saml-metadata.ts';
import { makeSigner } from './certificate.ts';
import type { Signer } from './certificate.ts';
import { logoutQuery, posted, sign, writeMetadata, writeResponse } from './identity-provider.ts';
import type { Told } from './identity-provider.ts';

export type SamlProviderServer = {
  url: string;
  /** For OUTBOUND_ALLOWED_HOSTS. */
  host: string;
  metadata_url: string;
  /** The key that it signs with. */
  signer: Signer;
  /** Certificates that its metadata name; null: it answers with a fault. */
  published: string[] | null;
  /** Whether its metadata say that it takes signed requests alone. */
  wants_signed: boolean;
  /** What its own page says otherwise than is right. */
  wrong: Partial<Told>;
  metadata(): string;
  /** A signed answer, as a browser posts it: of now, for the request that `sign_in` brings. */
  answer(own: SamlOwn, sign_in: string, changes?: Partial<Told>): string;
  /** The query of a signed order to end a person's sessions. */
  logout(own: SamlOwn, changes?: Parameters<typeof logoutQuery>[3], by?: Signer): string;
  close(): Promise<void>;
};

/** A SAML identity provider on a free port, which signs in whomever one types into its form. */
export async function startSamlProvider(): Promise<SamlProviderServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  const signer = makeSigner();
  const provider: SamlProviderServer = {
    url,
    host,
    metadata_url: `${url}/metadata`,
    signer,
    published: [signer.certificate],
    wants_signed: false,
    wrong: {},
    metadata: () => {
      const { published, wants_signed } = provider;
      return writeMetadata(published ?? [], { entity_id: `${url}/metadata`, at: url, wants_signed });
    },
    answer: (own, sign_in, changes = {}) => {
      const now = new Date();
      const { id } = requestIn(sign_in);
      const told = { issuer: `${url}/metadata`, in_response_to: id, ...changes };
      const response = writeResponse(own, now, { assertion_id: newId(), ...told });
      return posted(sign(response, 'Assertion', provider.signer));
    },
    logout: (own, changes = {}, by = provider.signer) =>
      logoutQuery(own, by, new Date(), { issuer: `${url}/metadata`, id: newId(), ...changes }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const page = (text: string) =>
    `<!doctype html><html lang="en"><title>Provider</title><body>${text}</body></html>`;
  server.on('request', (request, response) => {
    const asked = new URL(request.url ?? '/', url);
    const html = (text: string) => response.setHeader('content-type', 'text/html').end(page(text));
    if (asked.pathname === '/metadata' && provider.published === null) return response.writeHead(503).end();
    if (asked.pathname === '/metadata') return response.end(provider.metadata());
    if (asked.pathname === '/logout') return html('<p>Signed out everywhere</p>');
    if (asked.pathname !== '/sign-in') return response.writeHead(404).end();
    const name = asked.searchParams.get('name');
    if (name === null) {
      const { value } = requestIn(asked.href);
      return html(
        `<form><input type="hidden" name="SAMLRequest" value="${value}"><label>Name <input name="name"></label>` +
          `<button>Sign in</button></form>`,
      );
    }
    const { acs_url, entity_id } = requestIn(asked.href);
    const own = { acs_url, entity_id, logout_url: '' };
    const told = { name_id: name, attributes: { email: [name] }, ...provider.wrong };
    const answer = provider.answer(own, asked.href, told);
    return html(
      `<form method="post" action="${acs_url}"><input type="hidden" name="SAMLResponse" value="${answer}"></form>` +
        `<script>document.forms[0].submit()</script>`,
    );
  });
  return provider;
}

let made = 0;
const newId = () => `_${String(Date.now())}-${String((made += 1))}`;

/** What the address says to which a browser is sent to sign in. */
export function requestIn(sign_in: string) {
  const value = new URL(sign_in).searchParams.get('SAMLRequest') ?? '';
  const xml = value === '' ? '' : inflateRawSync(Buffer.from(value, 'base64')).toString();
  const part = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    value,
    id: part(/ ID="([^"]+)"/) || null,
    acs_url: part(/AssertionConsumerServiceURL="([^"]+)"/).replaceAll('&#38;', '&'),
    entity_id: part(/<saml:Issuer>([^<]+)</),
  };
}
