export { outcomeOf, untilTaken } from './bulk-outcome.ts';
export { ExportButton } from './export-button.tsx';
export { ImportButton } from './imports/import-button.tsx';
