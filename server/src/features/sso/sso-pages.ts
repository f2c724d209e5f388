import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/core/errors.ts';
import type { SsoFlow } from './sso-claims.ts';

const LOGIN = '/admin/login';
const TESTED = '/admin/settings';
/** The ids of connections in addresses that are no part of the contract. */
const ID = /^[\da-f-]{36}$/;

type Going = SsoFlow | { tested_by: null; redirect: string | null };

/** @throws object.not_found for what is no id */
export function requireId(id: string): string {
  if (!ID.test(id)) throw new AppError('object.not_found');
  return id;
}

/**
 * The page that says what was wrong: of a test that of the settings, else the sign-in, which still leads to where its
 * person was going. What has no name is thrown on.
 */
export function problemPath(request: FastifyRequest, flow: Going | null, error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  const { code } = error;
  const { details, params: { problem } = {} } = error.options;
  request.refusal = { code, details };
  if (flow && flow.tested_by !== null)
    return testedPath(flow, { sso_error: code, ...(problem ? { sso_problem: String(problem) } : {}) });
  const redirect = flow?.redirect ? { redirect: flow.redirect } : {};
  return `${LOGIN}?${new URLSearchParams({ provider_error: code, ...redirect }).toString()}`;
}

/** The settings of the organization, which who is of none has to name. */
export const testedPath = (
  { connection_id, organization_id }: SsoFlow,
  more: Record<string, string> = {},
) => {
  const address = { organization: organization_id, tab: 'security', tested: connection_id, ...more };
  return `${TESTED}?${new URLSearchParams(address).toString()}`;
};
