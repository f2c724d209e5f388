export const readOnlyEs = {
  text: 'La suscripción de tu organización no permite hacer cambios, salvo en los datos de facturación y en los tickets.',
} as const;
