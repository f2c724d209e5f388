import type { LightMyRequestResponse } from 'fastify';
import type { Connection } from '@atalaya/contract/connections';
import { unique } from '../../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../../platform/testing/server.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Resource = Record<string, unknown> & { id: string };

/** An identity provider that speaks SCIM with a server of a test, by a token of a connection. */
export type Provider = {
  connection: Connection;
  token: string;
  send: (
    method: Method,
    path: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** The same, whose answer has to be that of a success. */
  done: <T = Resource>(method: Method, path: string, payload?: unknown) => Promise<T>;
};

export async function connectProvider(
  server: TestServer,
  cast: Cast,
  { password, ...values }: Record<string, unknown> = {},
): Promise<Provider> {
  const asAdmin = async <T>(method: Method, url: string, payload: object): Promise<T> => {
    const answer = await server.send({ method, url, payload, cookie: cast.admin.cookie });
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<T>();
  };
  const connection = await asAdmin<Connection>('POST', '/api/connections', { name: unique(), ...values });
  const { token } = await asAdmin<{ token: string }>(
    'POST',
    `/api/connections/${connection.id}/provisioning/tokens`,
    password === undefined ? {} : { password },
  );
  const send: Provider['send'] = (method, path, payload, headers = {}) =>
    server.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  const done: Provider['done'] = async <T>(method: Method, path: string, payload?: unknown) => {
    const answer = await send(method, path, payload);
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.body === '' ? (undefined as T) : answer.json<T>();
  };
  return { connection, token, send, done };
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A user as a provider makes one, with an address of its own. */
export function newUser(values: object = {}) {
  const userName = `${unique().toLowerCase()}@cliente.test`;
  return {
    schemas: [USER_SCHEMA],
    userName,
    externalId: unique(),
    name: { givenName: 'Ana', familyName: 'Ruiz' },
    emails: [{ type: 'work', primary: true, value: userName }],
    active: true,
    ...values,
  };
}

export const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
