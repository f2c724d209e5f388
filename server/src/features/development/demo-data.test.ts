import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './demo-accounts.ts';
import { DEMO_ORGANIZATIONS, DEMO_PEOPLE, demoOrganizations, demoPeople } from './demo-companies.ts';
import { seedDemoData } from './demo-data.ts';

const today = new Date('2026-03-01T12:00:00Z');
const make = (date: Date) => {
  const organizations = demoOrganizations(date);
  return { organizations, people: demoPeople(date, organizations, 235) };
};

test('the sample data is the same in every run, and moves with the day', () => {
  const one = make(today);
  expect(make(today)).toEqual(one);
  const later = make(new Date(today.getTime() + 86_400_000));
  expect(later.people.map((person) => person.email)).toEqual(one.people.map((person) => person.email));
  expect(later.organizations[0]!.created_at.getTime() - one.organizations[0]!.created_at.getTime()).toBe(
    86_400_000,
  );
});

test('nothing lies in the future, nobody was there before their organization, no plan has too many people', () => {
  const { organizations, people } = make(today);
  for (const organization of organizations) {
    const members = people.filter((person) => person.organization === organization.slug);
    expect(members.length).toBeGreaterThan(0);
    const seats = organization.max_users === -1 ? Infinity : organization.max_users;
    expect(members.length).toBeLessThanOrEqual(seats);
    expect(members.some((person) => person.role === 'admin' && person.is_active)).toBe(true);
    for (const person of members) {
      const dates = [organization.created_at, person.created_at, person.last_login_at ?? today, today];
      expect(dates.map(Number)).toEqual(dates.map(Number).sort((a, b) => a - b));
    }
  }
});

describe('seeding', () => {
  test('fills an empty database once; the demo accounts sign in, and come back when they are gone', async () => {
    const server = await startTestServer();
    const { pool } = server.database;
    const count = async (table: string) =>
      (await pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n;
    await seedDemoData(server.platform);
    await seedDemoData(server.platform);
    expect([await count('organizations'), await count('profiles')]).toEqual([
      DEMO_ORGANIZATIONS,
      DEMO_PEOPLE,
    ]);
    const visits = await pool.query<{ days: number }>(
      'select count(distinct day)::int as days from page_visits where visits > 0 and day < current_date',
    );
    expect(visits.rows[0]?.days).toBeGreaterThanOrEqual(59);
    const counters = await pool.query('select sum(people)::int as people from profile_counts');
    expect(counters.rows).toEqual([{ people: DEMO_PEOPLE }]);

    const stored = await pool.query<{ email: string; password: string; name: string | null }>(
      `select p.email, a.password, o.name from profiles p join auth."account" a on a."userId" = p.user_id
       left join organizations o on o.id = p.organization_id order by p.email`,
    );
    expect(stored.rows.map((row) => [row.email, row.name])).toEqual([
      ['admin2@demo.test', 'Demo Atlántica'],
      ['admin@demo.test', 'Demo Iberia'],
      ['superadmin@demo.test', null],
      ['usuario1@demo.test', 'Demo Iberia'],
      ['usuario2@demo.test', 'Demo Iberia'],
    ]);
    expect(await server.platform.accounts.verifyPassword(stored.rows[0]!.password, DEMO_PASSWORD)).toBe(true);

    expect(await seedDemoAccounts(server.platform)).toBe(0);
    await pool.query(`delete from profiles where email like '%@demo.test'`);
    await pool.query(`delete from auth."user" where email like '%@demo.test'`);
    expect(await seedDemoAccounts(server.platform)).toBe(DEMO_ACCOUNTS.length);
    await server.close();
  });
});
