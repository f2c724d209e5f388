import type { ApiError } from '../api-error.ts';

const PAGE = '<!doctype html><title>Sign in</title>';
const cut = (start: string) =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode(start));
        body.error(new TypeError('terminated'));
      },
    }),
  );
const reply = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }));

/** Everything that may come instead of an answer of ours, and what it is told as. */
export const ANSWER_FORMS: [string, () => Promise<Response>, ApiError['code']][] = [
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'network.offline'],
  ['an answer that breaks off', () => Promise.resolve(cut('{"id":"')), 'network.offline'],
  ['a refusal that breaks off', () => Promise.resolve(cut('{"code":"user.')), 'network.offline'],
  ['500 with {}', reply(500, '{}'), 'server.failed'],
  ['500 with nothing', reply(500, ''), 'server.failed'],
  ['500 with null', reply(500, 'null'), 'server.failed'],
  ['500 with a page', reply(500, PAGE), 'server.failed'],
  ['500 with a number for a code', reply(500, '{"code":7}'), 'server.failed'],
  ['500 with a code of no version', reply(500, '{"code":"toString"}'), 'server.failed'],
  [
    '409 with the code of a newer server',
    reply(409, '{"code":"ticket.from_tomorrow"}'),
    'network.unreadable',
  ],
  [
    '400 with parts of other kinds',
    reply(400, '{"code":"request.invalid","fields":{},"params":3}'),
    'request.invalid',
  ],
  [
    '400 with half a field',
    reply(400, '{"code":"request.invalid","fields":[null,{"field":1}]}'),
    'request.invalid',
  ],
  ['502 of a balancer', reply(502, PAGE), 'server.unavailable'],
  ['503 of a balancer', reply(503, ''), 'server.unavailable'],
  ['504 of a balancer', reply(504, PAGE), 'server.unavailable'],
  ['413 of a proxy', reply(413, PAGE), 'request.too_large'],
  ['429 of a proxy', reply(429, 'Too many'), 'request.rate_limited'],
  ['403 of a firewall', reply(403, PAGE), 'network.unreadable'],
  ['401 of a proxy', reply(401, PAGE), 'network.unreadable'],
  ['404 of a proxy', reply(404, PAGE), 'network.unreadable'],
  ['200 with a page', reply(200, PAGE), 'network.unreadable'],
  ['200 with nothing', reply(200, ''), 'network.unreadable'],
  ['200 with a bare word', reply(200, '"ok"'), 'network.unreadable'],
  ['200 with null', reply(200, 'null'), 'network.unreadable'],
  ['200 with half an object', reply(200, '{"id":"3","na'), 'network.unreadable'],
];

/** Asks a server that never answers: it ends when it is given up. */
export const silentFetch = (_address: string, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
