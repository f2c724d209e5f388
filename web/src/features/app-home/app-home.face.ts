export { OwnAccess } from './my-access.tsx';
