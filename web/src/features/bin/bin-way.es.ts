import { defineTexts } from '../../platform/messages/define-texts.ts';

/** The way to what was deleted, from lists and from the questions before something is deleted. */
export const binWayEs = {
  bin: 'Papelera',
  undoable: 'Se puede deshacer desde',
  undoableFor: 'Se puede deshacer durante {days, plural, one {# día} other {# días}} desde',
  fromBin: 'la papelera',
} as const;

export const binWayTexts = defineTexts(binWayEs, () =>
  import('./bin-way.en.ts').then((file) => file.binWayEn),
);
