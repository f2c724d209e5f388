import { api } from '@atalaya/contract/api';
import { ERRORS } from '@atalaya/contract/errors';
import { EVENT_TYPES } from '@atalaya/contract/event-types';
import { exampleOf, fullEventSchema, thinEventSchema, thinOf } from '@atalaya/contract/events';
import type { EventType } from '@atalaya/contract/event-types';
import type { ErrorCode } from '@atalaya/contract/errors';
import { KEY_SCOPES, scopeOfPermission } from '@atalaya/contract/key-scopes';
import type { KeyScope } from '@atalaya/contract/key-scopes';
import type { Route } from '@atalaya/contract/route';
import { SCIM_OPERATIONS } from '@atalaya/contract/scim-operations';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Codes that every route may answer. */
const ALWAYS: readonly ErrorCode[] = [
  'request.invalid',
  'server.failed',
  'server.unavailable',
  'database.too_slow',
];

/** The OpenAPI 3.1 document of the API, printed from the contract, for a server at this address with this cookie. */
export function openApiDocument(server: string, cookie: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atalaya',
      version: '1',
      description:
        'Sign in with POST /api/session: the session is an HttpOnly cookie. Requests that change something carry ' +
        'the Origin of this server and a JSON body. Errors are codes, never prose.\n\n' +
        keysText(server),
    },
    servers: [{ url: server }],
    paths: { ...paths(), ...scimPaths() },
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, webhook(type)])),
    components: {
      schemas: {
        Error: errorSchema(),
        ThinEvent: schemaOf(thinEventSchema, 'output'),
        FullEvent: schemaOf(fullEventSchema, 'output'),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        api_key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'atl_…',
          description: `An API key of a person, made in their profile. Scopes: ${KEY_SCOPES.join(', ')}`,
        },
        scim_token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token of a connection of an organization, with which its provider tells of people by SCIM 2.0',
        },
      },
    },
  };
}

/** How a program calls with an API key. */
const keysText = (server: string) =>
  'A program calls with an API key, which a person makes in their profile: it may what they may, and of that what ' +
  'its scopes name. It needs neither cookie nor Origin, and reaches no session, password, factor or key.\n\n' +
  `    ${keyExample(server)}`;
export const keyExample = (server: string) =>
  `curl -H "Authorization: Bearer $ATALAYA_KEY" "${server}/api/users?page=1"`;

/** The scope that a key needs for a route; null where no key may call it, '' where it needs none. */
export function keyScopeOf({ access, method }: Route): KeyScope | '' | null {
  if (access === 'public') return method === 'GET' ? '' : null;
  return access === 'signed_in' ? null : scopeOfPermission(access);
}

function securityOf(route: Route): Json {
  if (route.access === 'public') return {};
  const scope = keyScopeOf(route);
  return { security: [{ session: [] }, ...(scope ? [{ api_key: [scope] }] : [])] };
}

function paths(): Json {
  const all: Record<string, Json> = {};
  for (const [name, route] of Object.entries<Route>(api))
    (all[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  return all;
}

function operation(name: string, route: Route): Json {
  return {
    operationId: name,
    summary: route.summary,
    tags: [nounOf(route)],
    'x-access': route.access,
    ...securityOf(route),
    parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
    ...(route.body ? { requestBody: { required: true, content: json(schemaOf(route.body, 'input')) } } : {}),
    ...(route.file ? { requestBody: { required: true, content: multipart(route.file) } } : {}),
    ...(route.raw ? { requestBody: { required: true, content: { [route.raw]: {} } } } : {}),
    responses: responsesOf(route),
  };
}

const SCIM_BODY = { 'application/scim+json': {} };

/** SCIM, which asks for a token of its own. */
function scimPaths(): Json {
  const all: Record<string, Json> = {};
  for (const [method, path, operationId, summary] of SCIM_OPERATIONS) {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    (all[`/scim/v2${path}`] ??= {})[method] = {
      operationId,
      summary,
      tags: ['scim'],
      security: [{ scim_token: [] }],
      parameters: path.endsWith('{id}') ? [id] : [],
      ...(method === 'get' || method === 'delete'
        ? {}
        : { requestBody: { required: true, content: SCIM_BODY } }),
      responses: {
        '2XX': { description: 'Success', content: SCIM_BODY },
        '4XX': { description: 'An error of RFC 7644: status, scimType, detail', content: SCIM_BODY },
      },
    };
  }
  return all;
}

/** An event as it is sent, by the headers of Standard Webhooks. */
function webhook(type: EventType): Json {
  const example = exampleOf(type);
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const schemas = ['ThinEvent', 'FullEvent'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const examples = { thin: { value: thinOf(example) }, full: { value: example } };
  return {
    post: {
      summary: type,
      tags: ['events'],
      parameters: [
        header('webhook-id', 'The same each time that the event is sent'),
        header('webhook-timestamp', 'Seconds since 1970 at which it was sent'),
        header('webhook-signature', 'v1 (HMAC-SHA256) and v1a (Ed25519), parted by spaces'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { oneOf: schemas }, examples } },
      },
      responses: { '2XX': { description: 'Received; anything else is tried again' } },
    },
  };
}

/** The noun of a route: the segment of its address after /api. */
export const nounOf = (route: Route) => route.path.split('/')[2] ?? '';

function parametersOf(where: 'path' | 'query', shape: z.ZodType | undefined): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
}

function responsesOf(route: Route): Json {
  const status = route.status ?? (route.response ? 200 : 204);
  const success = route.response
    ? { description: 'Success', content: contentOf(route, schemaOf(route.response, 'output')) }
    : { description: 'Success, without a body' };
  const refusals = Map.groupBy(refusalsOf(route), (code) => ERRORS[code]);
  return {
    [status]: success,
    ...Object.fromEntries(
      [...refusals].map(([refused, codes]) => [
        refused,
        { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
      ]),
    ),
  };
}

/** Files whose content the document says nothing of. */
const OPAQUE = new Set(['application/pdf', 'application/xml', 'application/x-ndjson']);

/** What a success answers: JSON, events, or a file of the named kind. */
function contentOf(route: Route, schema: Json): Json {
  if (route.eventStream) return { 'text/event-stream': { schema } };
  if (route.produces && OPAQUE.has(route.produces)) return { [route.produces]: {} };
  if (route.produces === 'text/csv') return { [route.produces]: { schema: { ...schema, type: 'string' } } };
  return json(route.produces ? { ...schema, type: 'object' } : schema);
}

/** Every code that a route may be refused with. */
export function refusalsOf(route: Route): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...ALWAYS,
      ...(route.access === 'public' ? [] : (['session.required'] as const)),
      ...(route.access === 'public' || route.access === 'signed_in' ? [] : (['session.forbidden'] as const)),
      ...(keyScopeOf(route) ? (['api_key.scope_missing'] as const) : []),
      // Keys have a limit of their own, on every route they call.
      ...(route.costly || keyScopeOf(route) !== null ? (['request.rate_limited'] as const) : []),
      ...(hasBody(route) ? (['request.too_large', 'request.unsupported_media'] as const) : []),
      ...(route.method === 'GET' ? [] : (['request.foreign_origin'] as const)),
      ...(route.params ? (['object.not_found'] as const) : []),
      ...(route.errors ?? []),
    ]),
  ];
}

const hasBody = ({ body, file, raw }: Route) => Boolean(body ?? file ?? raw);

/** A shape of the contract as JSON schema. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { target: 'draft-2020-12', io });
  return schema;
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['code', 'request_id'],
    properties: {
      code: { type: 'string', enum: Object.keys(ERRORS) },
      params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'code'],
          properties: { field: { type: 'string' }, code: { type: 'string' }, params: { type: 'object' } },
        },
      },
      current: { description: "With 'object.stale': the values that are stored now." },
      request_id: { type: 'string' },
    },
  };
}

const multipart = (file: string) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [file],
      properties: { [file]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  },
});

const json = (schema: Json) => ({ 'application/json': { schema } });
