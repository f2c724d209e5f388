export { ApiKeyList } from './api-key-list.tsx';
