import { defineTexts } from '../../platform/messages/define-texts.ts';
import { invitationsEs } from './invitations.es.ts';

export const invitationsTexts = defineTexts(invitationsEs, () =>
  import('./invitations.en.ts').then((file) => file.invitationsEn),
);
