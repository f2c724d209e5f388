export { AssigneeSelect, NOBODY } from './assignee-select.tsx';
export { TicketAge } from './ticket-age.tsx';
