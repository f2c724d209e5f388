export { AuditStreamsPlace } from './audit-streams-place.tsx';
