export { exportsQuery } from './data-exports.api.ts';
export { ExportsCard } from './exports-card.tsx';
