import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';
import {
  COUNTED_PAGE,
  FILTERED_PAGE,
  FIRST_PAGE,
  PAGE,
  SEARCHED_PAGE,
  SESSION,
  UPDATE,
} from './floor.queries.ts';

/** A bare server over the same database: what ours is measured against. */

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const run = async (name: string, text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>({ name, text, values })).rows;

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const offset = (Number(url.searchParams.get('page') ?? 1) - 1) * 20;
  const search = url.searchParams.get('search');
  switch (url.pathname) {
    case '/counted':
      return { items: await run('counted', COUNTED_PAGE) };
    case '/users':
      if (search !== null) return { items: await run('found', SEARCHED_PAGE, [offset, search]) };
      if (url.searchParams.has('filtered')) return { items: await run('filtered', FILTERED_PAGE) };
      return { items: offset ? await run('page', PAGE, [offset]) : await run('first', FIRST_PAGE) };
    case '/session':
      return (await run('session', SESSION))[0];
    default: {
      const body = JSON.parse(await textOf(request)) as { first_name: string };
      return (await run('update', UPDATE, [url.pathname.slice(1), body.first_name]))[0];
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

createServer((request, response) => {
  answer(request).then(
    (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
