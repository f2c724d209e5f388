export { TicketAge } from './ticket-age.tsx';
