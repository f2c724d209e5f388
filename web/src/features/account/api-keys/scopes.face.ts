// Apart from the face of keys, so that a list of them brings no form.
export { resourcesOf } from './api-keys.api.ts';
export { ScopeTable } from './scope-table.tsx';
