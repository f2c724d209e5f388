import { z } from 'zod';

export const ROLES = ['user', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];
export const roleSchema = z.enum(ROLES);

const RANK: Record<Role, number> = { user: 0, admin: 1, super_admin: 2 };

/** Whether a role ranks at least as high as another: user < admin < super_admin. */
export function ranksAtLeast(role: Role, other: Role): boolean {
  return RANK[role] >= RANK[other];
}
