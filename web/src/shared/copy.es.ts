import { defineTexts } from '../platform/messages/define-texts.ts';

export const copyEs = {
  copy: 'Copiar',
  copyOne: 'Copiar {what}',
  copied: 'Copiado',
  notCopied: 'Selecciona el texto y cópialo con el teclado.',
} as const;

export const copyTexts = defineTexts(copyEs, () => import('./copy.en.ts').then((file) => file.copyEn));
