export { SignOnPlace, useOpenSignOn } from './sign-on-place.tsx';
