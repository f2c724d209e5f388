import { z } from 'zod';
import { PAYMENT_INSTITUTION_MAX, PAYMENT_REFERENCE_MAX } from './billing-limits.ts';
import { PAYMENT_METHODS } from './choices.ts';
import { wrongPaymentFields } from './payment-data.ts';
import { day, name, request_id } from './shapes.ts';

/** How something was paid, and when. */
export const paid = {
  method: z.enum(PAYMENT_METHODS),
  paid_on: day,
  reference: name(PAYMENT_REFERENCE_MAX).optional(),
  institution: name(PAYMENT_INSTITUTION_MAX).optional(),
  last_four: z
    .string()
    .max(4)
    .transform((value) => value.toUpperCase())
    .optional(),
  request_id,
};

/** What the method does not have is refused at its field. */
export const asMethodHas = ({ value, issues }: z.core.ParsePayload<z.output<z.ZodObject<typeof paid>>>) => {
  for (const field of wrongPaymentFields(value.method, value)) {
    if (issues.some(({ path }) => path?.[0] === field)) continue;
    issues.push({ code: 'custom', message: 'invalid', path: [field], input: value[field] });
  }
};
