import { defineTexts } from '../../platform/messages/define-texts.ts';
import { profileEs } from './profile.es.ts';

export const profileTexts = defineTexts(profileEs, () =>
  import('./profile.en.ts').then((file) => file.profileEn),
);
