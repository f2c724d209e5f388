import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** Who may call a route: a permission of the table, all who are signed in, or the whole world. */
export type Access = Permission | 'signed_in' | 'public';

type Shape = z.ZodType;

/**
 * A route is declared once, here: the server registers it, the browser's client is typed by it, the OpenAPI
 * document is printed from it and the authorization tests walk over it. Bodies and queries are strict:
 * an unknown field is refused.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** '/api/users/{id}' */
  path: `/${string}`;
  summary: string;
  access: Access;
  /** Stays open to a person who must set up a second factor first. */
  withoutSecondFactor?: true;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** Instead of a body: multipart/form-data with one file under this name. */
  file?: string;
  /**
   * Instead of a body: the bytes of this media type. Called by other servers with a secret, not by pages: no Origin is
   * asked for.
   */
  raw?: string;
  /** Absent: 204 without a body. */
  response?: Shape;
  /** The answer is a stream of server-sent events, which stays open. */
  eventStream?: true;
  /** Of the response, where it is a file and not JSON. */
  produces?: 'text/csv' | 'application/pdf' | 'application/json' | 'application/x-ndjson' | 'application/xml';
  /** Taken from other places than our own pages, with any body, which is not read: no cookie counts for it. */
  fromAnywhere?: true;
  /**
   * A read that costs the database or a processor much, or a write that a person may make at will: one person has so many
   * a minute of all of them together.
   */
  costly?: true;
  /** Status of success: 200 with a response, 204 without, unless named. */
  status?: 200 | 201 | 202 | 204;
  /**
   * Codes it answers beside those that any route may: for the reader of the API's document. A route that is registered
   * with a limit names 'request.rate_limited' here; those that are costly, or that API keys may call, need not.
   */
  errors?: readonly ErrorCode[];
};

export type Routes = Record<string, Route>;

/** Keeps the literal types of a table of routes. */
export function defineRoutes<const T extends Routes>(routes: T): T {
  return routes;
}
