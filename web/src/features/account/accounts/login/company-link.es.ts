import { defineTexts } from '../../../../platform/messages/define-texts.ts';

/** Of its own, beside the link that shows it. */
export const companyLinkEs = {
  go: 'Continuar con el inicio de sesión de tu empresa',
  /** On a button, which is one line on any phone. */
  enter: 'Entrar con tu empresa',
} as const;

export const companyLinkTexts = defineTexts(companyLinkEs, () =>
  import('./company-link.en.ts').then((file) => file.companyLinkEn),
);
