export { outcomeOf, untilTaken } from './bulk-outcome.ts';
export { ListTransfers } from './list-transfers.tsx';
