export { ConnectionsCard } from './connections-card.tsx';
export { connectionsQuery } from './connections.api.ts';
