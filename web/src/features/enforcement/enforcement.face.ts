export { EnforcementPlace } from './enforcement-place.tsx';
