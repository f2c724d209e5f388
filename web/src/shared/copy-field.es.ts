import { defineTexts } from '../platform/messages/define-texts.ts';

export const copyFieldEs = {
  copy: 'Copiar',
  copyOne: 'Copiar: {label}',
  copied: 'Copiado',
  notCopied: 'Selecciona el texto y cópialo con el teclado.',
} as const;

export const copyFieldTexts = defineTexts(copyFieldEs, () =>
  import('./copy-field.en.ts').then((file) => file.copyFieldEn),
);
