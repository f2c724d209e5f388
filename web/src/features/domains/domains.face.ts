export { DomainsCard } from './domains-card.tsx';
