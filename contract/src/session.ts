import { z } from 'zod';
import { EMAIL_MAX, PASSWORD_MAX } from './limits.ts';
import { PROVIDERS } from './provider-names.ts';
import { roleSchema } from './roles.ts';
import { defineRoutes } from './route.ts';
import { id, instant, text, version } from './shapes.ts';

/** Who is signed in, as the screens need it. */
export const sessionSchema = z.object({
  profile: z.object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    role: roleSchema,
    avatar_url: z.string().nullable(),
    language: z.enum(['es', 'en']).nullable(),
    theme: z.string().nullable(),
    created_at: instant,
    /** What a form of one's own names sends back, so that it overwrites nothing it has not read. */
    version,
  }),
  /** 'required': their organization asks for a second factor, and until there is one nothing else can be done. */
  two_factor: z.enum(['on', 'off', 'required']),
  organization: z
    .object({
      id,
      name: z.string(),
      slug: z.string(),
      subscription_status: z.enum(['trial', 'active', 'past_due', 'canceled', 'inactive']),
    })
    .nullable(),
  /** What has happened until this answer: a live stream that goes on after it misses nothing. null: not known. */
  live_after: z.string().nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

/** null: no user is signed in yet, a second factor is asked for (`readSecondFactor`). */
export const enteredSchema = z.object({ session: sessionSchema.nullable() });

/** What the sign-in pages need to know of this server before a person signs in. */
export const configurationSchema = z.object({
  demo: z.boolean(),
  email_verification: z.boolean(),
  /** Sign-in providers that are configured; the others show 'Función de … próximamente disponible'. */
  providers: z.array(z.enum(PROVIDERS)),
});
export type Configuration = z.infer<typeof configurationSchema>;

export const sessionRoutes = defineRoutes({
  readConfiguration: {
    method: 'GET',
    path: '/api/configuration',
    summary: 'What this server offers to people who are not signed in',
    access: 'public',
    response: configurationSchema,
  },
  readSession: {
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in, or null',
    access: 'public',
    response: z.object({ session: sessionSchema.nullable() }),
  },
  signIn: {
    method: 'POST',
    path: '/api/session',
    summary: 'Sign in with e-mail and password; sets the session cookie, or asks for a second factor',
    access: 'public',
    // The address is not checked for its form here: every wrong one gets the same answer.
    body: z.strictObject({ email: text(EMAIL_MAX).min(1), password: text(PASSWORD_MAX).min(1) }),
    response: enteredSchema,
    errors: [
      'account.invalid_credentials',
      'account.email_not_verified',
      'request.rate_limited',
      'sso.required',
    ],
  },
  signOut: {
    method: 'DELETE',
    path: '/api/session',
    summary: 'Sign out: the session ends on the server',
    access: 'public',
  },
});
