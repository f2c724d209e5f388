export { useNounNames } from './use-noun-names.ts';
