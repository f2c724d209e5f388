import { z } from 'zod';
import { NAME_MAX } from './limits.ts';
import { OWNER_ERRORS, ownerProof } from './owner-proof.ts';
import { defineRoutes } from './route.ts';
import { id, instant, name } from './shapes.ts';

/** What a point of the declaration is called and says, in Spanish as the law has it. */
const point = z.object({ letter: z.string(), label: z.string(), text: z.string() });

const signatureSchema = z.object({ id, version: z.string(), name: z.string(), signed_at: instant });

/** The responsible declaration of this version (Orden HAC/1177/2024, article 15), generated from what is running. */
export const declarationSchema = z.object({
  version: z.string(),
  title: z.string(),
  points: z.array(point),
  /** SHA-256, hexadecimal, of what is signed: all but day and place. */
  hash: z.string(),
  /** Whether it can be signed: whose it is, and where they are, is known. */
  is_complete: z.boolean(),
  /** Who signed exactly this; null: it is not signed. */
  signed: signatureSchema.nullable(),
  /** Those of other versions, and of this one as it was before, newest first. */
  earlier: z.array(signatureSchema),
});
export type Declaration = z.infer<typeof declarationSchema>;

export const declarationRoutes = defineRoutes({
  readDeclaration: {
    method: 'GET',
    path: '/api/declarations/current',
    summary: 'The responsible declaration of the version that is running, and who signed it',
    access: 'verifactu.read',
    response: declarationSchema,
  },
  downloadDeclaration: {
    method: 'GET',
    path: '/api/declarations/pdf',
    summary: 'The declaration of this version as a PDF in Spanish, or one that was signed before, by its id',
    access: 'verifactu.read',
    costly: true,
    query: z.strictObject({ id: id.optional() }),
    response: z.unknown().meta({ description: 'A4 sheets' }),
    produces: 'application/pdf',
  },
  signDeclaration: {
    method: 'POST',
    path: '/api/declarations',
    summary: 'Sign the declaration of this version by name, as the one who was read',
    access: 'verifactu.update',
    body: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), name: name(NAME_MAX), ...ownerProof }),
    response: declarationSchema,
    status: 201,
    errors: ['declaration.incomplete', 'declaration.changed', ...OWNER_ERRORS],
  },
});
