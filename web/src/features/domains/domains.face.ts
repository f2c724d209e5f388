export { DomainsCard } from './domains-card.tsx';
export { domainsQuery } from './domains.api.ts';
