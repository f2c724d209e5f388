import { USER_SORTS, USER_TEXTS, USER_TEXT_FILTERS, USER_TEXT_MAX } from './choices.ts';
import { z } from 'zod';
import { BULK_LIMIT } from './limits.ts';
import { recordOf } from './record-of.ts';
import { roleSchema } from './roles.ts';
import { defineRoutes } from './route.ts';
import {
  day,
  email,
  id,
  instant,
  line,
  name,
  pageOf,
  pageQuery,
  searchQuery,
  text,
  version,
} from './shapes.ts';

export const userSchema = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  ...recordOf(USER_TEXTS, () => z.string().nullable()),
  role: roleSchema,
  is_active: z.boolean(),
  avatar_url: z.string().nullable(),
  organization: z.object({ id, name: z.string() }).nullable(),
  /** Whether this person has set a password and can sign in. */
  has_account: z.boolean(),
  last_login_at: instant.nullable(),
  created_at: instant,
  version,
});
export type User = z.infer<typeof userSchema>;

const filters = {
  ...searchQuery,
  /** A part of it; accents and case make no difference. */
  ...recordOf(USER_TEXT_FILTERS, (name) => text(USER_TEXT_MAX[name]).optional()),
  role: roleSchema.optional(),
  status: z.enum(['active', 'inactive']).optional(),
  /** super_admin only: another's is refused as unknown rows, never as another error. */
  organization_id: id.optional(),
  /** Days of the asker's organization (else of the system), the first and the last included. */
  last_login_from: day.optional(),
  last_login_to: day.optional(),
  created_from: day.optional(),
  created_to: day.optional(),
};
export const userFilters = z.strictObject(filters);
export type UserFilters = z.infer<typeof userFilters>;

export const userListQuery = z.strictObject({
  ...filters,
  ...pageQuery,
  sort: z.enum(USER_SORTS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type UserListQuery = z.infer<typeof userListQuery>;

/** null where nothing is written. */
const texts = recordOf(USER_TEXTS, (name) =>
  line(USER_TEXT_MAX[name])
    .transform((value) => value || null)
    .nullable()
    .optional(),
);

/** 'Agregar Usuario': the person gets a mail with a link to set a password. */
export const userCreateBody = z.strictObject({
  first_name: name(),
  last_name: name(),
  email,
  ...texts,
  role: roleSchema,
  is_active: z.boolean().default(true),
  /** super_admin only; null for a super_admin. An admin's own organization is taken. */
  organization_id: id.nullable().optional(),
});

/** 'Editar Usuario': the e-mail cannot change. `version` is the one that was read. */
export const userUpdateBody = z.strictObject({
  version,
  first_name: name().optional(),
  last_name: name().optional(),
  ...texts,
  role: roleSchema.optional(),
  is_active: z.boolean().optional(),
  /** super_admin only: moves the person. */
  organization_id: id.nullable().optional(),
  /** Said after the warning that an organization loses its last admin. */
  confirm_last_admin: z.literal(true).optional(),
});

const chosen = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(BULK_LIMIT) }),
  /** "All N that match": `total` is the number that the person was shown and confirmed. */
  z.strictObject({ filters: userFilters, total: z.int().min(1) }),
]);

/**
 * A bulk action is all or nothing, unless told to leave out what is refused; `id`s chosen by hand are deduplicated.
 */
export const userBulkBody = z.strictObject({
  action: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('activate') }),
    z.strictObject({ type: z.literal('deactivate') }),
    z.strictObject({ type: z.literal('delete') }),
    z.strictObject({ type: z.literal('restore') }),
    z.strictObject({ type: z.literal('change_role'), role: roleSchema }),
  ]),
  chosen,
  confirm_last_admin: z.literal(true).optional(),
  skip_refused: z.literal(true).optional(),
});
export type UserBulkBody = z.infer<typeof userBulkBody>;

const one = z.strictObject({ id });

export const userRoutes = defineRoutes({
  listUsers: {
    method: 'GET',
    path: '/api/users',
    summary: 'People, newest first unless sorted; search ignores accents and case',
    access: 'users.list',
    query: userListQuery,
    response: pageOf(userSchema),
  },
  readUser: {
    method: 'GET',
    path: '/api/users/{id}',
    summary: 'One person',
    access: 'users.read',
    params: one,
    response: userSchema,
  },
  createUser: {
    method: 'POST',
    path: '/api/users',
    summary: 'Add a person; mails a link to set a password',
    access: 'users.create',
    body: userCreateBody,
    response: userSchema,
    status: 201,
    errors: [
      'user.email_taken',
      'user.rank_too_low',
      'organization.seats_full',
      'user.organization_required',
    ],
  },
  updateUser: {
    method: 'PATCH',
    path: '/api/users/{id}',
    summary: 'Change a person; a stale version answers 409 with the current values',
    access: 'users.update',
    params: one,
    body: userUpdateBody,
    /** `undo_id`: gives back the access that it took; null: it took none. */
    response: userSchema.extend({ undo_id: id.nullable() }),
    errors: [
      'enforcement.last_person',
      'object.stale',
      'user.rank_too_low',
      'user.self_forbidden',
      'user.last_super_admin',
      'user.last_admin',
    ],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/users/{id}',
    summary: 'Move a person to the bin for 30 days',
    access: 'users.delete',
    params: one,
    query: z.strictObject({ confirm_last_admin: z.literal('true').optional() }),
    response: z.object({ undo_id: id }),
    errors: [
      'user.rank_too_low',
      'user.self_forbidden',
      'user.last_super_admin',
      'user.last_admin',
      'enforcement.last_person',
    ],
  },
  restoreUser: {
    method: 'POST',
    path: '/api/users/{id}/restore',
    summary: 'Take a person back out of the bin, exactly as they were',
    access: 'users.delete',
    params: one,
    body: z.strictObject({}),
    response: userSchema,
    errors: ['organization.seats_full'],
  },
  changeUsers: {
    method: 'POST',
    path: '/api/users/bulk',
    summary: 'Activate, deactivate, re-role, delete or restore many: all or nothing',
    access: 'users.bulk',
    body: userBulkBody,
    /** Of more than 300 only `transfer_id` is told: nothing was changed yet. `ids`: what was changed. */
    response: z.object({
      changed: z.int(),
      unchanged: z.int(),
      /** Left out, since `skip_refused` said so. */
      refused: z.int(),
      ids: z.array(id),
      /** What takes it back; null where nothing was changed, or it was itself the way back. */
      undo_id: id.nullable(),
      /** The job that carries it out. */
      transfer_id: id.nullable(),
    }),
    errors: [
      'enforcement.last_person',
      'user.rank_too_low',
      'user.self_forbidden',
      'user.last_super_admin',
      'user.last_admin',
      'object.stale',
    ],
  },
  sendUserReset: {
    method: 'POST',
    path: '/api/users/{id}/password-reset',
    summary: 'Mail this person a link to set a password',
    access: 'users.sendReset',
    params: one,
    body: z.strictObject({}),
    status: 202,
    errors: ['request.rate_limited', 'user.rank_too_low', 'user.inactive'],
  },
});
