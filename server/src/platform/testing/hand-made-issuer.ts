import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK } from 'jose';
import type { JWTPayload } from 'jose';

type SigningKey = { id: string; private_key: KeyObject; public_key: KeyObject };

export type HandMadeIssuer = {
  url: string;
  /** For OUTBOUND_ALLOWED_HOSTS. */
  host: string;
  /** The key that it signs with, and publishes alone. */
  key: SigningKey;
  /** Signs with another key from now on, and publishes that one. */
  rotate(): void;
  /** What it signs, by its own key unless another is given, of now unless `claims` say otherwise. */
  sign(claims: JWTPayload, with_key?: SigningKey): Promise<string>;
  /** The code with which an ID token is fetched, and how often it was. */
  codeFor(id_token: string): string;
  /** What was sent to the token endpoint last. */
  asked: URLSearchParams;
  close(): Promise<void>;
};

export const CLIENT = { client_id: 'atalaya', client_secret: 'a secret of the tests' };

export function makeKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { id: randomUUID(), private_key: privateKey, public_key: publicKey };
}

/** An OpenID provider that signs all that a test wants it to: wrong tokens too. */
export async function startHandMadeIssuer(): Promise<HandMadeIssuer> {
  const tokens = new Map<string, string>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  const issuer: HandMadeIssuer = {
    url,
    host,
    key: makeKey(),
    rotate: () => {
      issuer.key = makeKey();
    },
    sign: (claims, { id, private_key } = issuer.key) =>
      new SignJWT({ iss: url, aud: CLIENT.client_id, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: id })
        .setIssuedAt(claims.iat)
        .setExpirationTime(claims.exp ?? '5m')
        .sign(private_key),
    codeFor: (id_token) => {
      const code = randomUUID();
      tokens.set(code, id_token);
      return code;
    },
    asked: new URLSearchParams(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const answers: Record<string, (body: string) => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/keys': async () => ({
      keys: [{ ...(await exportJWK(issuer.key.public_key)), kid: issuer.key.id, use: 'sig' }],
    }),
    '/token': (body) => {
      issuer.asked = new URLSearchParams(body);
      const id_token = tokens.get(issuer.asked.get('code') ?? '');
      return { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token };
    },
  };
  server.on('request', (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const answer = answers[request.url ?? ''];
      if (!answer) return response.writeHead(404).end();
      response.setHeader('content-type', 'application/json');
      return void Promise.resolve(answer(body)).then((told) => response.end(JSON.stringify(told)));
    });
  });
  return issuer;
}
