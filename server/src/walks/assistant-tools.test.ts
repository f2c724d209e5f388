import { api } from '@atalaya/contract/api';
import { KEY_SCOPES, permissionsOfScopes } from '@atalaya/contract/key-scopes';
import { MCP_TOOLS } from '@atalaya/contract/mcp-tools';
import type { Tool } from '@atalaya/contract/mcp-tools';
import { may } from '@atalaya/contract/permissions';
import type { Route } from '@atalaya/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool, confirmationOf, switchOn } from '../features/assistants/testing/assistant.ts';
import { recordChanges } from '../platform/testing/recorded-changes.ts';
import type { RecordedChange, Recorder } from '../platform/testing/recorded-changes.ts';
import { ROUTE_CASES } from './testing/route-cases.ts';
import type { Case } from './testing/route-cases.ts';
import { API_KEY, fill, openWorld } from './testing/world.ts';
import type { Sent, Side, World } from './testing/world.ts';

/** Every tool of assistants, about another organization: as every-route.test.ts walks the routes. */

let world: World;
let recorder: Recorder;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const side of [world.north, world.south]) {
    await fill(side);
    await switchOn(world.server, side.organization.id);
    for (const who of ['admin', 'user'] as const) tokens[side.canary + who] = await makeKey(side, who);
  }
  recorder = await recordChanges(world.server.database);
});
afterAll(() => world.close());

async function makeKey(side: Side, role: 'admin' | 'user'): Promise<string> {
  const { id: organization_id } = side.organization;
  const scopes = KEY_SCOPES.filter((scope) =>
    [...permissionsOfScopes([scope])].some((permission) => may({ role, organization_id }, permission)),
  );
  const made = await world.done<{ token: string }>(
    'createApiKey',
    { body: { ...API_KEY, name: 'Asistente', scopes } },
    side[role],
  );
  return made.token;
}

const TOOLS = Object.entries<Tool>(MCP_TOOLS).map(([name, tool]) => ({
  name,
  tool,
  route: api[tool.route] as Route,
  case_: ROUTE_CASES[tool.route] satisfies Case,
}));
const DIRECTIONS = [
  { ours: 'north', theirs: 'south' },
  { ours: 'south', theirs: 'north' },
] as const;

const argumentsOf = ({ params, query, body }: Sent, { without = [] }: Tool) =>
  Object.fromEntries(
    Object.entries({ ...params, ...query, ...body }).filter(
      ([name]) => name !== 'request_id' && !without.includes(name),
    ),
  );

/** What a call leaves of itself: that it was made, sealed into the log, and when the key was used. */
const OWN = new Set([
  'public.audit_seals',
  'public.audit_heads',
  'public.api_keys',
  'public.api_key_networks',
  'public.rate_limits',
]);
const isOfCall = ({ table, after }: RecordedChange) =>
  OWN.has(table) || (table === 'public.audit_log' && after?.['action'] === 'assistant.called');

/** A call, and what it asks to be confirmed. */
async function callThrough(token: string, name: string, given: object) {
  const said = await callTool(world.server, token, name, given);
  const confirmation = confirmationOf(said);
  return confirmation === '' ? said : callTool(world.server, token, name, { ...given, confirmation });
}

describe.each(DIRECTIONS)('$ours about $theirs', ({ ours, theirs }) => {
  // T2, MCP12
  test.each(TOOLS)('$name knows and changes nothing of it', async ({ name, tool, route, case_ }) => {
    const about = world[theirs];
    for (const who of ['admin', 'user'] as const) {
      const given = argumentsOf(await case_.make(about), tool);
      await recorder.take();
      const said = await callThrough(tokens[world[ours].canary + who] ?? '', name, given);
      expect(said.text).not.toContain(about.canary);
      const mayBeOurs = case_.isolation !== 'object';
      expect([who, mayBeOurs || said.isError]).toEqual([who, true]);
      const written = (await recorder.take()).filter((change) => !isOfCall(change));
      expect(mayBeOurs && route.method !== 'GET' ? [] : written).toEqual([]);
    }
  });
});
