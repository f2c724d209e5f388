import { z } from 'zod';
import { REDIRECT_MAX } from './limits.ts';
import { OWNER_ERRORS, ownerProof } from './owner-proof.ts';
import { PROVIDERS } from './provider-names.ts';
import { defineRoutes } from './route.ts';
import { instant, text } from './shapes.ts';

const params = z.strictObject({ provider: z.enum(PROVIDERS) });
/** Where the browser goes next; a cookie binds what comes back to this very browser. */
const authorization = z.object({ url: z.string() });

export const waysInSchema = z.object({
  /** One that lets in. */
  has_password: z.boolean(),
  /** The organization requires its single sign-on: nothing of this lets in, but a passkey who has emergency access. */
  sign_on_required: z.boolean(),
  /** Those that are configured and let in, and those that are linked whether or not they still do. */
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      configured: z.boolean(),
      linked: z.object({ email: z.string().nullable(), linked_at: instant }).nullable(),
      /** Off for the last way in. */
      removable: z.boolean(),
    }),
  ),
});
export type WaysIn = z.infer<typeof waysInSchema>;

export const providerRoutes = defineRoutes({
  startProviderSignIn: {
    method: 'POST',
    path: '/api/providers/{provider}/authorization',
    summary: 'Begin to sign in with a provider; 404 for one that is not configured',
    access: 'public',
    params,
    /** `redirect`: a path of ours to go to afterwards. */
    body: z.strictObject({ redirect: text(REDIRECT_MAX).optional() }),
    response: authorization,
    errors: ['provider.unreachable', 'request.rate_limited'],
  },
  readWaysIn: {
    method: 'GET',
    path: '/api/profile/providers',
    summary: 'What one can sign in with',
    access: 'profile.read',
    withoutSecondFactor: true,
    response: waysInSchema,
  },
  startProviderLink: {
    method: 'POST',
    path: '/api/profile/providers/{provider}/authorization',
    summary: "Begin to link an account of a provider with one's own",
    access: 'profile.update',
    withoutSecondFactor: true,
    params,
    body: z.strictObject(ownerProof),
    response: authorization,
    errors: [...OWNER_ERRORS, 'provider.unreachable', 'sso.required'],
  },
  unlinkProvider: {
    method: 'POST',
    path: '/api/profile/providers/{provider}/removal',
    summary: 'Unlink an account of a provider, unless it is the last way in',
    access: 'profile.update',
    withoutSecondFactor: true,
    params,
    body: z.strictObject(ownerProof),
    errors: [...OWNER_ERRORS, 'provider.last_way_in'],
  },
});
