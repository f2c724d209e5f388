import { FIRST_NAMES, LAST_NAMES, PLACES, TRADES } from './demo-words.ts';

/** Sample organizations and people: the same ones on every machine, their dates relative to today. */

export type DemoOrganization = {
  name: string;
  slug: string;
  domain: string;
  plan_type: 'free' | 'basic' | 'pro' | 'enterprise';
  subscription_status: 'trial' | 'active' | 'past_due' | 'canceled' | 'inactive';
  max_users: number;
  country: string;
  created_at: Date;
};

export type DemoPerson = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  job_title: string | null;
  role: 'user' | 'admin';
  is_active: boolean;
  /** The organization, by its slug. */
  organization: string;
  last_login_at: Date | null;
  created_at: Date;
};

export const DEMO_ORGANIZATIONS = 60;
export const DEMO_PEOPLE = 240;

const DAY = 24 * 60 * 60 * 1000;
const SEATS = { free: 5, basic: 25, pro: 100, enterprise: -1 };
const PLANS = ['free', 'basic', 'pro', 'basic', 'free', 'pro', 'enterprise'] as const;
const STATUSES = [
  'active',
  'active',
  'trial',
  'active',
  'active',
  'past_due',
  'active',
  'trial',
  'canceled',
] as const;
const COUNTRIES = ['ES', 'ES', 'MX', 'ES', 'AR', 'CO', 'ES', 'CL', 'PE', 'UY'];

/** Demo Iberia is on enterprise and Demo Atlántica on basic; the others follow. */
const NAMED = [
  { name: 'Demo Iberia', plan_type: 'enterprise', people: 38 },
  { name: 'Demo Atlántica', plan_type: 'basic', people: 11 },
] as const;

/** The sample organizations, the two named ones first; created over the twelve months before `today`. */
export function demoOrganizations(today: Date): DemoOrganization[] {
  return Array.from({ length: DEMO_ORGANIZATIONS }, (_, index) => {
    const named = NAMED[index];
    const name = named?.name ?? `${pick(TRADES, index * 7)} ${pick(PLACES, index)}`;
    const plan_type = named?.plan_type ?? pick(PLANS, index);
    const slug = slugOf(name);
    return {
      name,
      slug,
      domain: `${slug}.example`,
      plan_type,
      subscription_status: named ? 'active' : pick(STATUSES, index),
      max_users: SEATS[plan_type],
      country: named ? 'ES' : pick(COUNTRIES, index),
      created_at: new Date(today.getTime() - (named ? 364 : 360 - index * 6) * DAY + index * 61_000),
    };
  });
}

/** `count` people of those organizations: as many as each plan seats, the first of each its admin. */
export function demoPeople(today: Date, organizations: DemoOrganization[], count: number): DemoPerson[] {
  const random = randomNumbers(20_240);
  const places = organizations.flatMap((organization, index) =>
    Array.from({ length: NAMED[index]?.people ?? 3 }, (_, nth) => ({ organization, nth })),
  );
  const more = organizations.slice(NAMED.length).map((organization) => ({ organization, nth: 3 }));
  return [...places, ...more].slice(0, count).map(({ organization, nth }, index) => {
    const first_name = pick(FIRST_NAMES, index * 3 + Math.floor(index / 40));
    const last_name = `${pick(LAST_NAMES, index * 7 + Math.floor(index / 40))} ${pick(LAST_NAMES, index * 11 + 5)}`;
    const is_active = nth === 0 || random() < 0.88;
    const created_at = between(random, organization.created_at, today);
    const seen = is_active && random() < 0.8;
    return {
      first_name,
      last_name,
      email: `${slugOf(first_name)}.${slugOf(last_name)}.${index + 1}@${organization.domain}`,
      phone: random() < 0.6 ? `+34 6${digits(random, 2)} ${digits(random, 3)} ${digits(random, 3)}` : null,
      job_title: is_active ? pick(JOB_TITLES, index * 5 + nth) : null,
      role: nth % 12 === 0 && (nth === 0 || organization.max_users !== 5) ? 'admin' : 'user',
      is_active,
      organization: organization.slug,
      last_login_at: seen ? between(random, later(created_at, today.getTime() - 40 * DAY), today) : null,
      created_at,
    };
  });
}

/** A name as an address: 'Peñalara Sur' → 'penalara-sur'. */
function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}

const JOB_TITLES = [
  'Compras',
  'Soporte técnico',
  'Ventas',
  'Contabilidad',
  'Gestión de proyectos',
  'Desarrollo',
  'Recursos humanos',
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const later = (date: Date, time: number) => new Date(Math.max(date.getTime(), time));
const between = (random: () => number, from: Date, to: Date) =>
  new Date(from.getTime() + Math.floor(random() * (to.getTime() - from.getTime())));
const digits = (random: () => number, count: number) =>
  String(Math.floor(random() * 10 ** count)).padStart(count, '0');

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
