import { plainAddress } from './client-address.ts';
import type { Permission } from '@atalaya/contract/permissions';
import type { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import type { Role } from '@atalaya/contract/roles';
import type { Session } from '@atalaya/contract/session';

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

declare const actorBrand: unique symbol;

type ActorValues = {
  profile_id: string;
  user_id: string;
  /** The session of the request; of a request with an API key, that key's id: no session has it. */
  session_id: string;
  /** null: a session, by its cookie. */
  api_key_id: string | null;
  /** What the API key was granted; null: everything that the role may. */
  permissions: ReadonlySet<Permission> | null;
  role: Role;
  organization_id: string | null;
  organization_status: SubscriptionStatus | null;
  email: string;
  first_name: string;
  last_name: string;
  language: 'es' | 'en' | null;
  /** Their organization asks for a second factor and they have none: only their own profile is open to them. */
  must_set_up_two_factor: boolean;
  /**
   * How far the primary's log was when they were read, so that a replica which has come there knows everything that
   * was acknowledged before. null: what they ask for is read from the primary.
   */
  log_position: string | null;
};

/** Who does this request: read from the database once per request, never cached across requests. */
export type Actor = Readonly<ActorValues> & { readonly [actorBrand]: true };

type Names = Pick<ActorValues, 'first_name' | 'last_name'>;

/** As `full_name` in SQL: '' where neither name is there. */
export const fullName = ({ first_name, last_name }: Names): string => `${first_name} ${last_name}`.trim();

/** How a person is called: by their name, or by their address where they have none. */
export const personName = (person: Names & Pick<ActorValues, 'email'>): string =>
  fullName(person) || person.email;

/** Where a change came from, for the audit log. */
export type Origin = { ip_address: string | null; user_agent: string | null; request_id: string | null };

/** No request: what the server does of its own accord. */
export const NOWHERE: Origin = { ip_address: null, user_agent: null, request_id: null };

/** Who does something, and from where. */
export type By = {
  actor: Actor;
  origin: Origin;
  /** A later transaction of what the request of this origin began, and was audited for. */
  goes_on?: boolean;
};

/** Where a request comes from. The agent is cut: it is the client's own text. */
export function originOf({
  ip,
  id,
  headers,
}: {
  ip: string;
  id: string;
  headers: { 'user-agent'?: string | undefined };
}): Origin {
  return {
    ip_address: plainAddress(ip),
    user_agent: headers['user-agent']?.slice(0, 300) ?? null,
    request_id: id,
  };
}

/** What the session gate finds behind a cookie or an API key: the actor, and what the screens are told of it. */
export type SignedIn = { actor: Actor; session: Session };

/** Makes an actor. Only the session gate (platform/request/session.ts) may call this. */
export function mintActor(values: ActorValues): Actor {
  return Object.freeze({ ...values }) as Actor;
}
