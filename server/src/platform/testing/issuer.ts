import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { Provider } from 'oidc-provider';

export type TestIssuer = {
  url: string;
  /** Variables that set a provider up to be this one. */
  env(provider: 'GOOGLE' | 'MICROSOFT'): Record<string, string>;
  /** Signs in there as a browser does, through its form; where it sends the browser back to, or the form it posts. */
  signIn(authorization: string, login: string): Promise<URL>;
  close(): Promise<void>;
};

const CLIENT = { client_id: 'atalaya', client_secret: 'a secret of the tests' };

/** What one types into its form: the address, what the issuer says of it ('true', 'false', '' for nothing), a name. */
export const loginOf = (email: string, verified: 'true' | 'false' | '' = 'true', name = 'Ana Gil') =>
  [email, verified, name].join(';');

function claimsOf(login: string) {
  const [email, verified, name] = login.split(';');
  return { sub: login, email, name, ...(verified ? { email_verified: verified === 'true' } : {}) };
}

/** A real OpenID provider on a free port, whose login form takes anybody (see loginOf). */
export async function startIssuer(isSecret?: (given: string) => boolean): Promise<TestIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = new Provider(url, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: ['http://localhost/api/providers/google/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => claimsOf(accountId) }),
    pkce: { required: () => true },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({
        clientId: CLIENT.client_id,
        ...(accountId ? { accountId } : {}),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const client = issuer.Client.prototype as unknown as {
    redirectUriAllowed: (uri: string) => boolean;
    compareClientSecret: (secret: string) => boolean;
  };
  // The port of the server under test is not known yet.
  client.redirectUriAllowed = (uri) => /^\/api\/(providers|sso)\//.test(new URL(uri).pathname);
  if (isSecret) client.compareClientSecret = isSecret;
  const handle = issuer.callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    ...known(url),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const known = (url: string): Omit<TestIssuer, 'close'> => ({
  url,
  env: (provider) => ({
    [`${provider}_CLIENT_ID`]: CLIENT.client_id,
    [`${provider}_CLIENT_SECRET`]: CLIENT.client_secret,
    [`${provider}_ISSUER`]: url,
  }),
  signIn: (authorization, login) => walk(new URL(authorization), url, login),
});

/** The same in a thread of its own, whose clock a test that moves its own leaves alone. */
export async function startIssuerApart(): Promise<TestIssuer> {
  const script = `import(${JSON.stringify(import.meta.url)}).then(async ({ startIssuer }) => {
    require('node:worker_threads').parentPort.postMessage((await startIssuer()).url);
  });`;
  const worker = new Worker(script, { eval: true, execArgv: [] });
  const [url] = (await once(worker, 'message')) as [string];
  return { ...known(url), close: async () => void (await worker.terminate()) };
}

/** A browser with cookies of its own, as far as the way back. */
async function walk(from: URL, issuer: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = from;
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 10; steps++) {
    const reply: Response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const page = await reply.text();
    const location = reply.headers.get('location');
    if (location) {
      at = new URL(location, at);
      form = null;
      if (at.origin !== issuer) return at;
      continue;
    }
    const posted = postedForm(page);
    if (posted) return posted;
    if (!reply.ok) throw new Error(`${at.pathname}: ${reply.status} ${page.slice(0, 300)}`);
    form = new URLSearchParams({ prompt: 'login', login, password: 'x' });
  }
  throw new Error('the issuer never sent the browser back');
}

/** A form that a page posts to us by itself, as the address with its fields. */
function postedForm(page: string): URL | null {
  const action = /action="(https?:[^"]+\/api\/providers\/[^"]+)"/.exec(page)?.[1];
  if (!action) return null;
  const url = new URL(action);
  for (const [, name = '', value = ''] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g))
    url.searchParams.set(name, value.replaceAll('&amp;', '&'));
  return url;
}
