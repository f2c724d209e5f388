import { MCP_TOOLS } from '@atalaya/contract/mcp-tools';
import type { Tool } from '@atalaya/contract/mcp-tools';
import { may } from '@atalaya/contract/permissions';
import type { ErrorBody } from '@atalaya/contract/errors';
import type { Route } from '@atalaya/contract/route';
import { originOf } from '../../platform/core/actor.ts';
import type { Actor, SignedIn } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { takeFrom } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { App } from '../../platform/request/define-route.ts';
import { callInside } from '../../platform/request/inner-call.ts';
import { beginCall, endCall } from './assistants.queries.ts';
import { CONFIRMATION_SECONDS, isConfirmed, makeConfirmation } from './confirmation.ts';
import { bounded, marked } from './tool-answer.ts';
import { inputSchemaOf, readCall, requestOf, routeOf, toolOf } from './tool-arguments.ts';
import type { Call } from './tool-arguments.ts';

/** Of one assistant or key. */
const CALLS = { name: 'assistant-calls', max: 120, seconds: 60 };

/** Who asks, in which request from where. */
export type Asking = {
  signedIn: SignedIn;
  request: Parameters<typeof originOf>[0];
};

export type ToolAnswer = { content: { type: 'text'; text: string }[]; isError?: boolean };

/** The tools that the actor, and what was granted, may use. */
export function toolsFor(actor: Actor) {
  return Object.entries<Tool>(MCP_TOOLS)
    .filter(([, tool]) => isOpen(actor, tool))
    .map(([name, tool]) => {
      const { method } = routeOf(tool);
      const { title, description } = tool;
      return {
        name,
        title,
        description: tool.confirm
          ? `${description} The first call does nothing and answers what would happen.`
          : description,
        inputSchema: inputSchemaOf(tool),
        annotations: {
          title,
          readOnlyHint: method === 'GET',
          destructiveHint: tool.confirm === true,
          idempotentHint: method === 'GET' || method === 'PUT' || method === 'DELETE',
          openWorldHint: false,
        },
      };
    });
}

function isOpen(actor: Actor, tool: Tool): boolean {
  const { access } = routeOf(tool);
  return access !== 'public' && access !== 'signed_in' && may(actor, access);
}

/** What a call came to, in a word for the audit log. */
type Outcome = { answer: ToolAnswer; outcome: string };

/** Carries a tool out, as the person and for the program that asks; each call is in the audit log. */
export async function callTool(
  app: App,
  platform: Platform,
  asking: Asking,
  name: string,
  given: Record<string, unknown>,
): Promise<ToolAnswer> {
  const { actor } = asking.signedIn;
  const tool = toolOf(name);
  if (!tool || !isOpen(actor, tool)) return refused('There is no such tool, or it was not granted.');
  const { answer, outcome } = await limited(platform, actor, async () => {
    const call = readCall(name, tool, given);
    if ('problem' in call) return { answer: refused(call.problem), outcome: 'request.invalid' };
    return call.idempotency_key === null
      ? carryOut(app, platform, asking, tool, call)
      : once(platform, actor, call, call.idempotency_key, () => carryOut(app, platform, asking, tool, call));
  });
  await recordCall(platform, asking, name, outcome);
  return answer;
}

async function limited(platform: Platform, actor: Actor, fn: () => Promise<Outcome>): Promise<Outcome> {
  try {
    await takeFrom(platform, CALLS, actor.session_id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const seconds = error.options.params?.['seconds'] ?? 60;
    return { answer: refused(`Too many calls: wait ${seconds} seconds.`), outcome: error.code };
  }
  return fn();
}

/** The same call with the same key is answered as it was, and not done again. */
async function once(
  platform: Platform,
  actor: Actor,
  { fingerprint }: Call,
  key: string,
  fn: () => Promise<Outcome>,
): Promise<Outcome> {
  const call = { api_key_id: actor.session_id, key };
  const before = await platform.database.withSystem('begin a call of an assistant', (db) =>
    beginCall(db, { ...call, fingerprint }),
  );
  if (before) return { answer: answeredBefore(before, fingerprint), outcome: 'repeated' };
  const done = await fn();
  // What did nothing may be asked again.
  const kept = done.outcome === 'done' ? done.answer : null;
  await platform.database.withSystem('end a call of an assistant', (db) => endCall(db, call, kept));
  return done;
}

function answeredBefore(
  before: { fingerprint: Buffer; answer: object | null },
  fingerprint: Buffer,
): ToolAnswer {
  if (!before.fingerprint.equals(fingerprint))
    return refused('This idempotency_key was used for another call: make a new one.');
  if (before.answer) return before.answer as ToolAnswer;
  return refused('This very call is under way, or its end is not known: look at what there is now.');
}

async function carryOut(
  app: App,
  platform: Platform,
  asking: Asking,
  tool: Tool,
  call: Call,
): Promise<Outcome> {
  const { actor } = asking.signedIn;
  const about = { api_key_id: actor.session_id, fingerprint: call.fingerprint };
  if (tool.confirm && !(call.confirmation && (await isConfirmed(platform, about, call.confirmation))))
    return { answer: await askFirst(app, platform, asking, tool, call), outcome: 'asked' };
  const { status, body } = await send(app, asking, routeOf(tool), call);
  if (status >= 400) return refusedBy(body as ErrorBody);
  const undo = undoOf(platform, asking, body);
  return {
    answer: said([marked(bounded(body ?? 'done')), ...undo].join('\n')),
    outcome: 'done',
  };
}

/** What would happen, and how to go on; of what the call could not do it is refused right away. */
async function askFirst(
  app: App,
  platform: Platform,
  asking: Asking,
  tool: Tool,
  call: Call,
): Promise<ToolAnswer> {
  const about = { api_key_id: asking.signedIn.actor.session_id, fingerprint: call.fingerprint };
  const lines = [
    call.confirmation === null
      ? 'Nothing was done yet.'
      : 'Nothing was done: this confirmation is over, was used, or was for other arguments.',
    `${tool.title}: ${tool.description}`,
    `It would be done with ${JSON.stringify(call.arguments)}.`,
  ];
  if (tool.preview) {
    const { status, body } = await send(app, asking, routeOf({ route: tool.preview }), call);
    if (status >= 400) return refusedBy(body as ErrorBody).answer;
    lines.push('It is about:', marked(bounded(body, 8 * 1024)));
  }
  const minutes = CONFIRMATION_SECONDS / 60;
  return said(
    [
      ...lines,
      `Show this to the person. If they agree, call again within ${minutes} minutes with the same arguments and`,
      `confirmation: ${makeConfirmation(platform, about)}`,
    ].join('\n'),
  );
}

async function send(app: App, { signedIn, request }: Asking, route: Route, call: Call) {
  const { headers, id: request_id, ip } = request;
  const agent = headers['user-agent'];
  const answer = await callInside(
    app,
    { signedIn, request_id },
    { ...requestOf(route, call), remoteAddress: ip, headers: agent ? { 'user-agent': agent } : {} },
  );
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : (JSON.parse(answer.body) as unknown),
  };
}

/** How what was done is taken back: by the tool, and by the person on the screen. */
function undoOf({ config }: Platform, { request }: Asking, body: unknown): string[] {
  const undo_id = typeof body === 'object' && body && 'undo_id' in body ? body.undo_id : null;
  if (typeof undo_id !== 'string') return [];
  return [
    `Undo, for 30 days: undo_change with id ${undo_id}, or by the person at ${config.publicUrl.origin}/admin/audit?request_id=${request.id}`,
  ];
}

function refusedBy({ code, params, fields }: ErrorBody): Outcome {
  const facts = [
    `Refused: ${code}.`,
    ...(params ? [JSON.stringify(params)] : []),
    ...(fields ?? []).map(
      (problem) => `${problem.field.replace(/^(params|query|body)\./, '')}: ${problem.code}`,
    ),
  ];
  return { answer: refused(facts.join('\n')), outcome: code };
}

const said = (text: string): ToolAnswer => ({ content: [{ type: 'text', text }] });
const refused = (text: string): ToolAnswer => ({ ...said(text), isError: true });

async function recordCall(
  platform: Platform,
  { signedIn: { actor }, request }: Asking,
  tool: string,
  outcome: string,
): Promise<void> {
  await platform.database.withOwn(actor, 'record a call of an assistant', (db) =>
    recordChange(
      db,
      { actor, origin: originOf(request) },
      {
        action: 'assistant.called',
        object_type: 'assistant',
        object_id: actor.api_key_id,
        organization_id: actor.organization_id,
        after: { tool, outcome },
      },
    ),
  );
}
