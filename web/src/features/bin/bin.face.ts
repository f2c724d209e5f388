export { binQuery } from './bin.api.ts';
export { BinButton, useShowsBin } from './bin-button.tsx';
export { BinNote } from './bin-note.tsx';
export { BinEntries, BinPlace, BinSection } from './bin-place.tsx';
