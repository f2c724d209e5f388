import { z } from 'zod';
import { DOMAIN_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { hostName, id, instant, text, whichOrganization } from './shapes.ts';

/** `failing`: proven, but its record is not found any more; it is given up once the days of grace are over. */
export const DOMAIN_STATES = ['pending', 'proven', 'failing'] as const;
/** Why the last look did not prove it. `taken`: another organization has proven it. */
export const DOMAIN_PROBLEMS = ['missing', 'wrong', 'unreachable', 'taken'] as const;

export const domainSchema = z.object({
  id,
  organization_id: id,
  domain: z.string(),
  state: z.enum(DOMAIN_STATES),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  problem: z.enum(DOMAIN_PROBLEMS).nullable(),
  proven_at: instant.nullable(),
  checked_at: instant.nullable(),
  /** When one that fails is given up. */
  lost_at: instant.nullable(),
});
export type Domain = z.infer<typeof domainSchema>;

const one = z.strictObject({ id });

/** 'acme.com', as it is typed: with capitals, spaces around it or an '@' before it. */
const typedDomain = text(DOMAIN_MAX + 2)
  .transform((value) => value.trim().toLowerCase().replace(/^@/, ''))
  .pipe(hostName.max(DOMAIN_MAX));

export const domainRoutes = defineRoutes({
  listDomains: {
    method: 'GET',
    path: '/api/domains',
    summary: 'The domains of an organization by name, with the record that proves each',
    access: 'domains.read',
    query: whichOrganization,
    response: z.object({ items: z.array(domainSchema) }),
  },
  createDomain: {
    method: 'POST',
    path: '/api/domains',
    summary: 'Name a domain, which is to be proven by a TXT record',
    access: 'domains.update',
    query: whichOrganization,
    body: z.strictObject({ domain: typedDomain }),
    response: domainSchema,
    status: 201,
    errors: ['domain.public_mail', 'domain.duplicate', 'domain.too_many'],
  },
  checkDomain: {
    method: 'POST',
    path: '/api/domains/{id}/check',
    summary: 'Look for the record of a domain now',
    access: 'domains.update',
    costly: true,
    params: one,
    body: z.strictObject({}),
    response: domainSchema,
    errors: ['request.rate_limited'],
  },
  deleteDomain: {
    method: 'DELETE',
    path: '/api/domains/{id}',
    summary: 'Give a domain up',
    access: 'domains.update',
    params: one,
  },
});
