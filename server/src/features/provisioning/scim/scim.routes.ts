import { setTimeout } from 'node:timers/promises';
import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../../platform/core/actor.ts';
import type { AppError } from '../../../platform/core/errors.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { refusalOf } from '../../../platform/request/error-reply.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { SCIM_PREFIX, scimAddress } from './scim-address.ts';
import { ScimError, notFound } from './scim-error.ts';
import { forLog, keepRequest, readClient } from './scim-gate.service.ts';
import {
  createGroup,
  groupTag,
  patchGroup,
  readGroup,
  removeGroup,
  replaceGroup,
  toScimGroup,
} from './scim-groups.service.ts';
import {
  COUNT_MAX,
  askedOf,
  listAnswer,
  listResources,
  wantedOf,
  wantsMembers,
} from './scim-list.service.ts';
import { isObject, project } from './scim-resource.ts';
import type { Values } from './scim-resource.ts';
import { RESOURCE_TYPES, SCHEMAS } from './scim-schemas.ts';
import type { ResourceType } from './scim-schemas.ts';
import { changeAsClient } from './scim-turn.service.ts';
import type { Client, OwnTurn } from './scim-turn.service.ts';
import { userTag } from './scim-people.service.ts';
import {
  createUser,
  patchUser,
  readUser,
  removeUser,
  replaceUser,
  toScimUser,
} from './scim-users.service.ts';
import type { Request } from './scim-users.service.ts';

/** The protocol that identity providers speak (RFC 7644): outside the contract, whose shapes are not theirs. */

const JSON_TYPE = 'application/scim+json; charset=utf-8';
/** A group of thousands is sent as a whole. */
const BODY_LIMIT = 4 * 1024 * 1024;
const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0';

declare module 'fastify' {
  interface FastifyRequest {
    /** The provider that asks, and what it has changed; null outside SCIM and before its token was read. */
    scim: { client: Client; changes: ProvisionedChange[] } | null;
  }
}

export async function registerScim(app: App, platform: Platform): Promise<void> {
  app.decorateRequest('scim', null);
  await app.register(
    (scim, _options, done) => {
      readScimJson(scim);
      scim.setErrorHandler(sendError);
      scim.setNotFoundHandler(() => {
        throw notFound();
      });
      scim.addHook('onRequest', async (request) => {
        request.scim = { client: await readClient(platform, askerOf(request)), changes: [] };
      });
      logRequests(scim, platform);
      registerDiscovery(scim, platform);
      registerUsers(scim, platform);
      registerGroups(scim, platform);
      registerSearch(scim, platform);
      done();
    },
    { prefix: SCIM_PREFIX },
  );
}

const askerOf = ({ headers, ip }: FastifyRequest) => ({ authorization: headers.authorization, ip });
const OPTIONS = { config: { ownSecret: true }, bodyLimit: BODY_LIMIT };

function readScimJson(scim: App): void {
  const parser = scim.getDefaultJsonParser('error', 'error');
  scim.removeContentTypeParser('application/json');
  scim.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      // Some send the type with nothing behind it.
      if (body === '') done(null, undefined);
      else void parser(request, body as string, done);
    },
  );
}

/** @throws where a hook has let a request without a client pass */
function clientOf({ scim }: FastifyRequest) {
  if (!scim) throw new Error('no provider asks');
  return scim;
}

const idOf = ({ params }: FastifyRequest): string => {
  const { id } = params as { id: string };
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw notFound();
  return id;
};
const matchOf = ({ headers }: FastifyRequest) => headers['if-match'];
const queryOf = ({ query }: FastifyRequest) => query as Values;

function bodyOf({ body }: FastifyRequest): Values {
  if (!isObject(body)) throw new ScimError(400, 'invalidSyntax', 'The body is no JSON object');
  return body;
}

const send = (reply: FastifyReply, status: number, body?: unknown) =>
  body === undefined
    ? reply.code(status).send()
    : reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));

type Tagged = { type: ResourceType; resource: Values; tag: string };

/** One resource, as much of it as was asked for, with its tag and address. */
function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { type, resource, tag }: Tagged,
): FastifyReply {
  const { location } = resource['meta'] as { location: string };
  reply.headers({ etag: tag, location });
  if (status === 200 && request.method === 'GET' && request.headers['if-none-match'] === tag)
    return send(reply, 304);
  return send(reply, status, project(type, resource, wantedOf(queryOf(request))));
}

/** Without a body, unless attributes were asked for (RFC 7644, 3.5.2). */
function sendPatched(request: FastifyRequest, reply: FastifyReply, tagged: Tagged): FastifyReply {
  const { attributes, excludedAttributes } = wantedOf(queryOf(request));
  if (attributes.length + excludedAttributes.length > 0) return sendResource(request, reply, 200, tagged);
  reply.header('etag', tagged.tag);
  return send(reply, 204);
}

function change<T>(
  platform: Platform,
  request: FastifyRequest,
  fn: (turn: OwnTurn) => Promise<T>,
): Promise<T> {
  const { client, changes } = clientOf(request);
  return changeAsClient(platform, client, originOf(request), changes, fn);
}

const requestOf = (request: FastifyRequest): Request => ({
  ...clientOf(request),
  origin: originOf(request),
});

function registerUsers(scim: App, platform: Platform): void {
  const base = scimAddress(platform.config);
  const tagged = (row: Awaited<ReturnType<typeof readUser>>): Tagged => ({
    type: 'User',
    resource: toScimUser(row, base),
    tag: userTag(row),
  });
  const whichOf = (request: FastifyRequest) => ({ id: idOf(request), ifMatch: matchOf(request) });
  scim.post('/Users', OPTIONS, async (request, reply) => {
    const row = await createUser(platform, requestOf(request), bodyOf(request));
    return sendResource(request, reply, 201, tagged(row));
  });
  scim.get('/Users/:id', OPTIONS, async (request, reply) => {
    const row = await readUser(platform, clientOf(request).client, idOf(request));
    return sendResource(request, reply, 200, tagged(row));
  });
  scim.put('/Users/:id', OPTIONS, async (request, reply) => {
    const row = await replaceUser(platform, requestOf(request), whichOf(request), bodyOf(request));
    return sendResource(request, reply, 200, tagged(row));
  });
  scim.patch('/Users/:id', OPTIONS, async (request, reply) => {
    const row = await patchUser(platform, requestOf(request), whichOf(request), bodyOf(request));
    return sendPatched(request, reply, tagged(row));
  });
  scim.delete('/Users/:id', OPTIONS, async (request, reply) => {
    await removeUser(platform, requestOf(request), whichOf(request));
    return send(reply, 204);
  });
}

function registerGroups(scim: App, platform: Platform): void {
  const base = scimAddress(platform.config);
  const tagged = (row: Awaited<ReturnType<typeof readGroup>>): Tagged => ({
    type: 'Group',
    resource: toScimGroup(row, base),
    tag: groupTag(row),
  });
  scim.post('/Groups', OPTIONS, async (request, reply) =>
    sendResource(
      request,
      reply,
      201,
      tagged(await change(platform, request, (turn) => createGroup(turn, bodyOf(request)))),
    ),
  );
  scim.get('/Groups/:id', OPTIONS, async (request, reply) => {
    const members = wantsMembers(wantedOf(queryOf(request)));
    const row = await readGroup(platform, clientOf(request).client, idOf(request), members);
    return sendResource(request, reply, 200, tagged(row));
  });
  scim.put('/Groups/:id', OPTIONS, async (request, reply) => {
    const id = idOf(request);
    const row = await change(platform, request, (turn) =>
      replaceGroup(turn, id, bodyOf(request), matchOf(request)),
    );
    return sendResource(request, reply, 200, tagged(row));
  });
  scim.patch('/Groups/:id', OPTIONS, async (request, reply) => {
    const id = idOf(request);
    const row = await change(platform, request, (turn) =>
      patchGroup(turn, id, bodyOf(request), matchOf(request)),
    );
    return sendPatched(request, reply, tagged(row));
  });
  scim.delete('/Groups/:id', OPTIONS, async (request, reply) => {
    const id = idOf(request);
    await change(platform, request, (turn) => removeGroup(turn, id, matchOf(request)));
    return send(reply, 204);
  });
}

function registerSearch(scim: App, platform: Platform): void {
  const base = scimAddress(platform.config);
  const places: [string, ResourceType[]][] = [
    ['/Users', ['User']],
    ['/Groups', ['Group']],
    ['', ['User', 'Group']],
  ];
  for (const [path, types] of places) {
    scim.post(`${path}/.search`, OPTIONS, async (request, reply) =>
      send(
        reply,
        200,
        await listResources(platform, clientOf(request).client, types, askedOf(bodyOf(request)), base),
      ),
    );
    if (path === '') continue;
    const list = async (request: FastifyRequest, reply: FastifyReply) =>
      send(
        reply,
        200,
        await listResources(platform, clientOf(request).client, types, askedOf(queryOf(request)), base),
      );
    scim.get(path, OPTIONS, list);
    scim.get(`${path}/`, OPTIONS, list);
  }
}

function registerDiscovery(scim: App, platform: Platform): void {
  const base = scimAddress(platform.config);
  const about = (resourceType: string, path: string) => ({
    meta: { resourceType, location: `${base}${path}` },
  });
  const configuration = {
    schemas: [`${SCHEMA_URN}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of the connection, made in its screen',
        primary: true,
      },
    ],
    ...about('ServiceProviderConfig', '/ServiceProviderConfig'),
  };
  const types = RESOURCE_TYPES.map((one) => ({
    schemas: [`${SCHEMA_URN}:ResourceType`],
    ...one,
    ...about('ResourceType', `/ResourceTypes/${one.id}`),
  }));
  const schemas = SCHEMAS.map((one) => ({
    schemas: [`${SCHEMA_URN}:Schema`],
    ...one,
    ...about('Schema', `/Schemas/${one.id}`),
  }));
  scim.get('/ServiceProviderConfig', OPTIONS, (_request, reply) => send(reply, 200, configuration));
  // As `bulk` above says: the path is known, and what it does is not done here (RFC 7644, 3.7 and 3.12).
  scim.post('/Bulk', OPTIONS, () => {
    throw new ScimError(501, undefined, 'Bulk requests are not supported: send each request alone');
  });
  for (const [path, all] of [
    ['/ResourceTypes', types],
    ['/Schemas', schemas],
  ] as const) {
    scim.get(path, OPTIONS, (request, reply) => {
      // RFC 7644, 4: a filter here could only hide what there is.
      if (queryOf(request)['filter'] !== undefined)
        throw new ScimError(403, undefined, 'No filter is taken here');
      return send(reply, 200, listAnswer(all, all.length, 1));
    });
    scim.get(`${path}/:id`, OPTIONS, ({ params }, reply) => {
      const { id } = params as { id: string };
      const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
      if (!found) throw notFound();
      return send(reply, 200, found);
    });
  }
}

/** A refusal as RFC 7644 (3.12) has it. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof ScimError ? null : refusalOf(error);
  const status = error instanceof ScimError ? error.status : (refusal?.status ?? 500);
  request.refusal = { code: refusal?.code ?? codeOf(status), details: refusal?.options.details };
  reply.headers({ 'cache-control': 'no-store', ...refusal?.options.headers });
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  return send(reply, status, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(error instanceof ScimError && error.scimType ? { scimType: error.scimType } : {}),
    ...(refusal?.code === 'request.invalid' ? { scimType: 'invalidSyntax' } : {}),
    detail:
      error instanceof ScimError ? error.message : (DETAILS[status] ?? 'The request cannot be answered now'),
  });
}

const DETAILS: Record<number, string> = {
  400: 'The request cannot be read',
  413: 'The request is too large',
  415: 'The body is application/scim+json',
  429: 'Too many requests: ask again later',
  500: 'The server has failed',
};

/** For the log of the server, whose codes are those of the contract. */
const codeOf = (status: number): AppError['code'] =>
  status === 401 ? 'session.required' : status === 404 ? 'object.not_found' : 'request.invalid';

/** How long what was read waits for other reads, so that they are written to the log together. */
const READS_GATHERED_MS = 200;

/** Each change is in the log of its connection before it is answered; reads follow after a moment, also at the end. */
function logRequests(scim: App, platform: Platform): void {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  let gathering: Promise<void> | null = null;
  const gather = async () => {
    await setTimeout(READS_GATHERED_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    gathering = null;
  };
  scim.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'GET') {
      const keeping = (gathering ??= gather()).then(() => keepInLog(platform, request, reply, payload));
      underWay.add(keeping);
      void keeping.then(() => underWay.delete(keeping));
    } else await keepInLog(platform, request, reply, payload);
    return payload;
  });
  scim.addHook('onClose', async () => {
    closing.abort();
    await Promise.all(underWay);
  });
}

/** What was asked and answered goes to the log of the connection; that it cannot be kept refuses no provider. */
async function keepInLog(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  if (!request.scim) return;
  const { client, changes } = request.scim;
  const { method, url } = request;
  try {
    await keepRequest(platform, client, {
      method,
      path: url.slice(SCIM_PREFIX.length),
      status: reply.statusCode,
      request: forLog(request.body),
      answer: typeof payload === 'string' && payload !== '' ? payload : null,
      changes,
    });
  } catch (error) {
    platform.log.error({ error }, 'a request of a provider is not in its log');
  }
}
