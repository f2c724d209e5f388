import type { Role } from '@atalaya/contract/roles';
import type { Session } from '@atalaya/contract/session';
import { expect, test, vi } from 'vitest';

vi.mock('../../screens.tsx', () => ({ adminScreens: [] }));
const { refusalOf } = await import('./use-screens.ts');

function sessionOf(role: Role, member: boolean): Session {
  const organization = { id: 'o', name: 'Demo', slug: 'demo', subscription_status: 'active' as const };
  const person = { id: 'p', first_name: '', last_name: '', email: '', avatar_url: null };
  return {
    profile: { ...person, role, language: null, theme: null, created_at: '2026-01-01T00:00:00Z', version: 1 },
    two_factor: 'off',
    organization: member ? organization : null,
    live_after: null,
  };
}

const screen = (more: object) => ({ key: 'x', path: '/admin/x', page: () => null, ...more }) as never;

test.each([
  ['user', true, { permission: 'users.list' }, 'permission'],
  ['admin', true, { permission: 'users.list' }, null],
  ['admin', true, { permission: 'organizations.list' }, 'permission'],
  ['super_admin', false, { permission: 'organizations.list' }, null],
  ['user', true, {}, null],
  ['user', false, {}, 'organization'],
  ['admin', false, { permission: 'users.list' }, 'organization'],
  ['user', false, { withoutOrganization: true }, null],
  ['super_admin', false, {}, null],
] as const)('%s (member: %s) on a screen with %j: %s', (role, member, more, refusal) => {
  expect(refusalOf(sessionOf(role, member), screen(more))).toBe(refusal);
});
