import { api } from '@atalaya/contract/api';
import { ERRORS } from '@atalaya/contract/errors';
import { EVENTS, EVENT_NOUNS } from '@atalaya/contract/event-types';
import { exampleOf, fullEventSchema } from '@atalaya/contract/events';
import type { EventNoun } from '@atalaya/contract/event-types';
import type { Route } from '@atalaya/contract/route';
import type { z } from 'zod';
import { keyExample, keyScopeOf, nounOf, refusalsOf, schemaOf } from './openapi.ts';

/** The reference of the API as a page that needs no script: routes by noun, with their fields and refusals. */
export function referencePage(): string {
  const nouns = Map.groupBy(Object.entries<Route>(api), ([, route]) => nounOf(route));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atalaya API</title>
<link rel="stylesheet" href="/api/docs/reference.css">
</head>
<body>
<main>
<h1>Atalaya API</h1>
<p>Printed from the contract that the server enforces. The same as a document for tools:
<a href="/api/openapi.json">OpenAPI 3.1</a>. A session is an HttpOnly cookie, set by <code>POST /api/session</code>;
requests that change something carry the <code>Origin</code> of this server and a JSON body.</p>
<p>A program calls with an API key, which a person makes in their profile, with the scopes and the end that they
choose. It may what that person may at the moment of the call, and of that what its scopes name; it reaches no session,
password, factor or key. It carries neither cookie nor <code>Origin</code>:</p>
<pre tabindex="0">${escaped(keyExample('…'))}</pre>
<p>A key that is unknown, over or revoked answers 401 <code>api_key.invalid</code>; one without the scope of a route 403
<code>api_key.scope_missing</code> with its name; more than 600 calls a minute 429 with <code>Retry-After</code>.</p>
<nav aria-label="Nouns"><ul>${[...nouns.keys()].map((noun) => `<li><a href="#${noun}">${noun}</a></li>`).join('')}<li><a href="#events">events</a></li></ul></nav>
${[...nouns].map(([noun, routes]) => nounSection(noun, routes)).join('\n')}
${eventsSection()}
</main>
</body>
</html>
`;
}

function nounSection(noun: string, routes: [string, Route][]): string {
  return `<section id="${noun}"><h2>${noun}</h2>${routes.map(([name, route]) => routeArticle(name, route)).join('\n')}</section>`;
}

function eventsSection(): string {
  return `<section id="events"><h2>events</h2>
<p>What webhooks tell: each kind of change that the audit log of an organization shows. Thin, an event is without
<code>before</code> and <code>after</code>.</p>
${EVENT_NOUNS.map(eventsOf).join('\n')}
${part('Payload', fullEventSchema, 'output')}
<details><summary>Example</summary><pre tabindex="0">${escaped(JSON.stringify(exampleOf('user.updated'), null, 2))}</pre></details>
</section>`;
}

const eventsOf = (noun: EventNoun) =>
  `<article id="events-${noun}"><h3>${noun}</h3><p>${EVENTS[noun].map((verb) => `<code>${noun}.${verb}</code>`).join(', ')}</p></article>`;

function routeArticle(name: string, route: Route): string {
  const status = route.status ?? (route.response ? 200 : 204);
  return `<article id="${name}">
<h3><span class="method">${route.method}</span> <code>${escaped(route.path)}</code></h3>
<p>${escaped(route.summary)}. Access: <code>${route.access}</code>.${keyText(route)} Success: ${status}.</p>
${part('Path', route.params, 'input')}${part('Query', route.query, 'input')}${part('Body', route.body, 'input')}${part('Answer', route.response, 'output')}
<p class="refusals">Refusals: ${refusalsOf(route)
    .map((code) => `<code>${code}</code> ${ERRORS[code]}`)
    .join(', ')}</p>
</article>`;
}

function keyText(route: Route): string {
  const scope = keyScopeOf(route);
  if (scope === null) return ' Not with an API key.';
  return scope === '' ? '' : ` Scope of an API key: <code>${scope}</code>.`;
}

function part(title: string, shape: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!shape) return '';
  const schema = JSON.stringify(schemaOf(shape, io), withoutPatterns, 2);
  return `<details><summary>${title}</summary><pre tabindex="0">${escaped(schema)}</pre></details>`;
}

/** The patterns of formats and the bounds of every integer say nothing to a reader. */
function withoutPatterns(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (key === 'pattern' && 'format' in this) return undefined;
  if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)
    return undefined;
  return value;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
article { border-top: 1px solid var(--line); padding: .5rem 0; }
h2 { margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: .5rem 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4rem; font-weight: 700; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border: 1px solid var(--line); border-radius: .375rem; }
summary { cursor: pointer; }
.refusals { font-size: .875rem; }
`;
