export { resourcesOf } from './api-keys.api.ts';
export { ScopeTable } from './scope-table.tsx';
