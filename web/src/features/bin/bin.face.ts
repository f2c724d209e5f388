export { binQuery } from './bin.api.ts';
export { BinSection } from './bin-section.tsx';
