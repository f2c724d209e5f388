import { createHash } from 'node:crypto';
import { api } from '@atalaya/contract/api';
import type { RouteName } from '@atalaya/contract/api';
import { MCP_TOOLS } from '@atalaya/contract/mcp-tools';
import type { Tool, ToolName } from '@atalaya/contract/mcp-tools';
import type { Route } from '@atalaya/contract/route';
import { z } from 'zod';

type Json = Record<string, unknown>;
type Arguments = Record<string, unknown>;

export const toolOf = (name: string): Tool | null =>
  Object.hasOwn(MCP_TOOLS, name) ? MCP_TOOLS[name as ToolName] : null;

export const routeOf = ({ route }: { route: RouteName }): Route => api[route];

const PARTS = ['params', 'query', 'body'] as const;

type Printed = { properties: Json; required: string[] };

const printed = new WeakMap<z.ZodType, Printed>();

/** What the shape of a part of a route takes, by name; printed once. */
function schemaOf(shape: z.ZodType | undefined): Printed {
  if (!shape) return { properties: {}, required: [] };
  const known = printed.get(shape) ?? print(shape);
  printed.set(shape, known);
  return known;
}

function print(shape: z.ZodType): Printed {
  const { properties = {}, required = [] } = z.toJSONSchema(shape, {
    target: 'draft-2020-12',
    io: 'input',
    // A model knows what a date is: the pattern of one is longer than all else that is said of a tool.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return { properties, required };
}

/** An idempotency key of the call is what routes call so themselves. */
const REQUEST_ID = 'request_id';
const hiddenOf = ({ without = [] }: Tool) => new Set<string>([...without, REQUEST_ID]);

/** The arguments of a tool, printed from the contract: those of its route, and what calls have beside them. */
export function inputSchemaOf(tool: Tool): Json & { type: 'object' } {
  const route = routeOf(tool);
  const hidden = hiddenOf(tool);
  const parts = PARTS.map((part) => schemaOf(route[part]));
  const properties = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part.properties)).filter(([name]) => !hidden.has(name)),
  );
  return {
    type: 'object',
    properties: { ...properties, ...extraOf(tool, route) },
    required: parts.flatMap((part) => part.required).filter((name) => !hidden.has(name)),
    additionalProperties: false,
  };
}

function extraOf(tool: Tool, route: Route): Json {
  if (route.method === 'GET') return {};
  return {
    idempotency_key: {
      type: 'string',
      format: 'uuid',
      description:
        'Made anew for what is to be done once: the same call with it is answered again, not done again.',
    },
    ...(tool.confirm
      ? {
          confirmation: {
            type: 'string',
            description:
              'What the first call, without it, was answered, once the person has agreed to what it says.',
          },
        }
      : {}),
  };
}

export type Call = {
  /** What the route is sent. */
  arguments: Arguments;
  idempotency_key: string | null;
  confirmation: string | null;
  /** Of tool and arguments, in any order. */
  fingerprint: Buffer;
};

const uuid = z.uuid();

/** What a tool is called with, parted; or what is wrong with it. */
export function readCall(name: string, tool: Tool, given: Arguments): Call | { problem: string } {
  const { idempotency_key, confirmation, ...rest } = given;
  const known = new Set(Object.keys(inputSchemaOf(tool).properties as Json));
  const unknown = Object.keys(given).find((argument) => !known.has(argument));
  if (unknown !== undefined) return { problem: `${name} has no argument ${JSON.stringify(unknown)}` };
  if (idempotency_key !== undefined && !uuid.safeParse(idempotency_key).success)
    return { problem: 'idempotency_key is not a UUID' };
  return {
    arguments: rest,
    idempotency_key: typeof idempotency_key === 'string' ? idempotency_key : null,
    confirmation: typeof confirmation === 'string' ? confirmation : null,
    fingerprint: createHash('sha256')
      .update(`${name}\n${JSON.stringify(inOrder(rest))}`)
      .digest(),
  };
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)]),
  );
}

/** The request of a route with these arguments, each in the part that knows it. */
export function requestOf(
  route: Route,
  call: Pick<Call, 'arguments' | 'idempotency_key'>,
): { method: Route['method']; url: string; payload?: object } {
  const [params, query, body] = PARTS.map((part) => {
    const { properties } = schemaOf(route[part]);
    return Object.entries(call.arguments).filter(([name]) => Object.hasOwn(properties, name));
  });
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(textOf(Object.fromEntries(params ?? [])[name])),
  );
  const search = new URLSearchParams((query ?? []).map(([name, value]) => [name, textOf(value)])).toString();
  const url = search === '' ? path : `${path}?${search}`;
  if (!route.body) return { method: route.method, url };
  const takesId = Object.hasOwn(schemaOf(route.body).properties, REQUEST_ID);
  const once = takesId && call.idempotency_key ? { [REQUEST_ID]: call.idempotency_key } : {};
  return { method: route.method, url, payload: { ...Object.fromEntries(body ?? []), ...once } };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
